import { redirect } from 'react-router'
import { usersTexts as texts } from '#contract/people/users/texts.ts'
import type { ListedUser } from '#contract/people/users/users.ts'
import { browserApi } from '../../platform/api/browser-api.ts'
import { requireAdmin } from '../../platform/auth/guards.ts'
import { rowAction, useRowAction } from '../../platform/forms/row-action.ts'
import { titleMeta } from '../../platform/layout/page-meta.ts'
import { ListPage, readPage } from '../../platform/lists/list-page.tsx'
import type { Column } from '../../platform/lists/table.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { EmailText } from '../../platform/ui/email-text.tsx'
import { Tag } from '../../platform/ui/tag.tsx'
import type { Route } from './+types/make-admin-route.ts'

const PATH = '/dashboard/makeAdmin'

export const meta = titleMeta(texts.title, PATH)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const me = await requireAdmin(request)
  const list = await readPage(request, ({ after }) => browserApi.listUsers({ query: { after } }))
  return { list, myEmail: me.email }
}

type UserAction = { id: string } & (
  | { intent: 'makeAdmin'; email: string; confirmUnverified: boolean }
  | { intent: 'demote'; email: string; isOwn: boolean }
  | { intent: 'remove' }
)

export async function clientAction({ request }: Route.ClientActionArgs) {
  const action: UserAction = await request.json()
  const failed = await rowAction(async () => {
    switch (action.intent) {
      case 'makeAdmin':
        await browserApi.promoteUser({
          params: { email: action.email },
          body: action.confirmUnverified ? { confirmUnverified: true } : {},
        })
        return texts.madeAdmin
      case 'demote':
        await browserApi.demoteUser({ params: { email: action.email } })
        return texts.tookBack
      case 'remove':
        await browserApi.removeUser({ params: { id: action.id } })
        return texts.removed
    }
  })
  // reading this page again would sign out a user who is no longer an admin
  return !failed && action.intent === 'demote' && action.isOwn ? redirect('/dashboard') : failed
}

export default function MakeAdminRoute({ loaderData: { list, myEmail } }: Route.ComponentProps) {
  return (
    <ListPage
      title={texts.title}
      lead={texts.intro}
      caption={texts.caption}
      path={PATH}
      columns={useColumns(myEmail)}
      empty={{ title: texts.none, text: texts.noneText }}
      {...list}
    />
  )
}

function useColumns(myEmail: string | null): Column<ListedUser>[] {
  const { busyId, run } = useRowAction<UserAction>()

  function makeAdmin({ _id: id, email, emailVerified }: ListedUser & { email: string }) {
    const warning = emailVerified === null ? texts.unknownWarning : texts.unverifiedWarning
    const confirmUnverified = !emailVerified
    // the dialog warns if the address is not known to be verified, and the request says that the admin confirmed it
    return run(
      { id, intent: 'makeAdmin', email, confirmUnverified },
      {
        text: texts.makeAdminQuestion,
        warning: confirmUnverified ? warning : undefined,
        button: texts.yesMakeAdmin,
        subject: email,
      },
    )
  }

  const demote = (id: string, email: string) =>
    run(
      { id, intent: 'demote', email, isOwn: email === myEmail },
      { text: texts.takeBackQuestion, button: texts.yesTakeBack, subject: email, isDestructive: true },
    )

  const remove = ({ _id: id, email }: ListedUser) =>
    run(
      { id, intent: 'remove' },
      { text: texts.removeQuestion, button: texts.yesRemove, subject: email, isDestructive: true },
    )

  return [
    {
      label: texts.email,
      isRowHeader: true,
      cell: ({ email, displayName, emailVerified }) => (
        <span className="stack">
          {email === null ? <span>{texts.noEmail}</span> : <EmailText email={email} />}
          <small>{[displayName, email === myEmail && texts.you].filter(Boolean).join(', ')}</small>
          {email !== null && emailVerified === false && <Tag variant="warning">{texts.unverified}</Tag>}
        </span>
      ),
    },
    {
      label: texts.role,
      cell: (user) => {
        const { _id, role, email } = user
        if (role === 'admin') return <Tag variant="ok">{texts.admin}</Tag>
        // an account without an address cannot become an admin
        if (email === null) return null
        return (
          <Button size="small" disabled={busyId === _id} onClick={() => makeAdmin({ ...user, email })}>
            {texts.makeAdmin}
          </Button>
        )
      },
    },
    {
      label: texts.action,
      isActions: true,
      cell: (user) => {
        const { _id, role, email } = user
        return (
          <>
            {role === 'admin' && email !== null && (
              <Button size="small" disabled={busyId === _id} onClick={() => demote(_id, email)}>
                {texts.takeBack}
              </Button>
            )}
            <Button size="small" variant="danger" disabled={busyId === _id} onClick={() => remove(user)}>
              {texts.remove}
            </Button>
          </>
        )
      },
    },
  ]
}
