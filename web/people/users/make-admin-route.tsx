import { roleNames } from '#contract/people/users/roles-texts.ts'
import { usersTexts as texts } from '#contract/people/users/texts.ts'
import { type ListedUser, SEARCH_LENGTH } from '#contract/people/users/users.ts'
import { roles } from '#contract/platform/auth/roles.ts'
import { sortsOf } from '#contract/platform/list-sort.ts'
import { browserApi } from '../../platform/api/browser-api.ts'
import { requireAdmin } from '../../platform/auth/guards.ts'
import { Choices } from '../../platform/forms/choices.tsx'
import { titleMeta } from '../../platform/layout/page-meta.ts'
import { Time } from '../../platform/layout/price.tsx'
import { DenseListPage, readDensePage } from '../../platform/lists/dense-list-page.tsx'
import type { DenseColumn } from '../../platform/lists/dense-table.tsx'
import { ListSearch } from '../../platform/lists/list-search.tsx'
import { addressOf } from '../../platform/ui/address.ts'
import { Button, LinkButton } from '../../platform/ui/button.tsx'
import { Status, Tag } from '../../platform/ui/tag.tsx'
import type { Route } from './+types/make-admin-route.ts'
import { RoleTable } from './role-table.tsx'
import { runUserAction, type UserActions, useUserActions } from './user-actions.ts'

const PATH = '/dashboard/makeAdmin'

export const meta = titleMeta(texts.title, PATH)

const filters = [
  { role: undefined, text: texts.everybody },
  { role: 'staff', text: texts.staff },
  ...roles.filter((role) => role !== 'user').map((role) => ({ role, text: roleNames[role] })),
  { role: 'user', text: texts.customers },
] as const

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const me = await requireAdmin(request)
  const { searchParams } = new URL(request.url)
  const q = searchParams.get('q')?.trim().slice(0, SEARCH_LENGTH) || undefined
  const role = filters.find((filter) => filter.role === searchParams.get('role'))?.role
  const list = await readDensePage(request, sortsOf(['createdAt', 'email']), (query) =>
    browserApi.listUsers({ query: { ...query, q, role } }),
  )
  return { list, view: { q, role }, myEmail: me.email }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  return runUserAction(await request.json())
}

export default function MakeAdminRoute({ loaderData: { list, view, myEmail } }: Route.ComponentProps) {
  const isFiltered = view.q !== undefined || view.role !== undefined
  return (
    <>
      <DenseListPage
        title={texts.title}
        lead={view.q && texts.found(view.q)}
        caption={texts.caption}
        path={PATH}
        filter={view}
        columns={columnsOf(useUserActions(), myEmail)}
        search={
          <ListSearch
            name="q"
            value={view.q}
            maxLength={SEARCH_LENGTH}
            autoComplete="off"
            aria-label={texts.searchLabel}
            placeholder={texts.searchHint}
            submitText={texts.search}
          >
            {view.role && <input type="hidden" name="role" value={view.role} />}
            {list.sort && <input type="hidden" name="sort" value={list.sort} />}
          </ListSearch>
        }
        empty={{
          title: isFiltered ? texts.noMatch : texts.none,
          text: isFiltered ? texts.noMatchText : texts.noneText,
          action: isFiltered && <LinkButton to={PATH}>{texts.allAccounts}</LinkButton>,
        }}
        {...list}
      >
        <Choices
          label={texts.filter}
          choices={filters.map(({ role, text }) => ({
            text,
            to: addressOf(PATH, { ...view, role, sort: list.sort }),
            isCurrent: role === view.role,
          }))}
        />
      </DenseListPage>
      <RoleTable />
    </>
  )
}

function columnsOf(actions: UserActions, myEmail: string | null): DenseColumn<ListedUser>[] {
  return [
    {
      label: texts.email,
      sort: 'email',
      isRowHeader: true,
      card: '1',
      cell: ({ email, displayName }) => (
        <>
          <span>{email ?? texts.noEmail}</span>
          <small className="account-name">
            {/* without the space a screen reader reads one word */}
            {` ${[displayName, email === myEmail && texts.you].filter(Boolean).join(', ')}`}
          </small>
        </>
      ),
    },
    {
      label: texts.verification,
      width: '152px',
      card: '2',
      cell: (user) => <Verification user={user} />,
    },
    {
      label: texts.role,
      width: '116px',
      card: '3',
      cell: (user) => <RoleCell user={user} actions={actions} isOwn={user.email === myEmail} />,
    },
    {
      label: texts.admin,
      width: '112px',
      card: '3-end',
      cell: (user) => <AdminCell user={user} actions={actions} />,
    },
    {
      label: texts.joined,
      sort: 'createdAt',
      descendsFirst: true,
      width: '112px',
      from: 'wide',
      cell: ({ createdAt }) => <Time at={createdAt} style="date" />,
    },
    {
      label: texts.action,
      width: '92px',
      isActions: true,
      card: '1-end',
      cell: (user) => (
        <Button
          variant="quiet"
          disabled={actions.busyId === user._id || user.email === myEmail}
          onClick={() => actions.remove(user)}
        >
          {texts.remove}
        </Button>
      ),
    },
  ]
}

function Verification({ user: { email, emailVerified } }: { user: ListedUser }) {
  if (email === null) return null
  if (emailVerified === null) return <Status kind="ended">{texts.unknown}</Status>
  return emailVerified ? (
    <Status kind="done">{texts.verified}</Status>
  ) : (
    <Status kind="open">{texts.unverified}</Status>
  )
}

type CellProps = { user: ListedUser; actions: UserActions }

/** Nobody changes their own role, and an account without an address gets none. */
function RoleCell({ user, actions, isOwn }: CellProps & { isOwn: boolean }) {
  const { email, role } = user
  if (email === null || isOwn) return <span>{roleNames[role]}</span>
  return (
    <select
      className="choice"
      aria-label={texts.roleOf(email)}
      value={role}
      disabled={actions.busyId === user._id}
      onChange={({ target }) => {
        const chosen = roles.find((one) => one === target.value)
        if (chosen) void actions.setRole({ ...user, email }, chosen)
      }}
    >
      {roles.map((one) => (
        <option key={one} value={one}>
          {roleNames[one]}
        </option>
      ))}
    </select>
  )
}

function AdminCell({ user, actions }: CellProps) {
  const { _id, email, role } = user
  if (role === 'admin') return <Tag variant="ok">{texts.admin}</Tag>
  if (email === null) return null
  return (
    <Button
      variant="quiet"
      disabled={actions.busyId === _id}
      onClick={() => actions.setRole({ ...user, email }, 'admin')}
    >
      {texts.makeAdmin}
    </Button>
  )
}
