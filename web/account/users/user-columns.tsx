import { usersTexts as texts } from '#contract/messages/account/users.ts'
import type { ListedUser } from '#contract/users/users.ts'
import { Button } from '../../ui/button.tsx'
import { EmailText } from '../../ui/email-text.tsx'
import type { Column } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { UserActions } from './user-actions.ts'

type Options = { actions: UserActions; myEmail: string | null }

/** The columns of the account table. */
export function userColumns({ actions, myEmail }: Options): Column<ListedUser>[] {
  return [
    {
      label: texts.email,
      isRowHead: true,
      cell: ({ email, displayName, emailVerified }) => (
        <span className="person">
          {email === null ? <span>{texts.noEmail}</span> : <EmailText email={email} />}
          <small>{[displayName, email === myEmail && texts.you].filter(Boolean).join(', ')}</small>
          {email !== null && emailVerified === false && <Tag tone="warn">{texts.unverified}</Tag>}
        </span>
      ),
    },
    { label: texts.role, cell: (user) => <Role user={user} actions={actions} /> },
    { label: texts.action, isActions: true, cell: (user) => <Actions user={user} actions={actions} /> },
  ]
}

/** The badge of an admin, or the button that makes one; an account without an address can not become one. */
function Role({ user, actions }: { user: ListedUser; actions: UserActions }) {
  const { email } = user
  if (user.role === 'admin') return <Tag tone="ok">{texts.admin}</Tag>
  if (email === null) return null
  return (
    <Button
      size="small"
      disabled={actions.busyId === user._id}
      onClick={() => actions.makeAdmin(user, email)}
    >
      {texts.makeAdmin}
    </Button>
  )
}

function Actions({ user, actions }: { user: ListedUser; actions: UserActions }) {
  const { email } = user
  const isBusy = actions.busyId === user._id
  return (
    <>
      {user.role === 'admin' && email !== null && (
        <Button size="small" disabled={isBusy} onClick={() => actions.takeRoleBack(user, email)}>
          {texts.takeBack}
        </Button>
      )}
      <Button size="small" look="bad" disabled={isBusy} onClick={() => actions.remove(user)}>
        {texts.remove}
      </Button>
    </>
  )
}
