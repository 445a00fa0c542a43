import { usersTexts as texts } from '#contract/messages/account/users.ts'
import { browserApi } from '../../api/browser-api.ts'
import { pageMeta } from '../../layout/page-meta.ts'
import { Pager } from '../../ui/pager.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { requireAdmin } from '../session/guards.ts'
import type { Route } from './+types/make-admin-route.ts'
import { actOnUser, useUserActions } from './user-actions.ts'
import { userColumns } from './user-columns.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, title: texts.title, path: '/dashboard/makeAdmin' })

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const me = await requireAdmin(request)
  const after = new URL(request.url).searchParams.get('after') ?? undefined
  const { items: users, next } = await browserApi.listUsers({ query: { after } })
  return { users, next, after, myEmail: me.email }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  return actOnUser(await request.json())
}

/** The accounts of the store: who is an admin, and who is not any more. */
export default function MakeAdminRoute({ loaderData }: Route.ComponentProps) {
  const { users, next, after, myEmail } = loaderData
  const actions = useUserActions(myEmail)
  return (
    <>
      <div className="dash__h">
        <h1>{texts.title}</h1>
        <p>{texts.intro}</p>
      </div>
      {users.length > 0 ? (
        <Table
          caption={texts.caption}
          columns={userColumns({ actions, myEmail })}
          rows={users}
          rowKey={(user) => user._id}
        />
      ) : (
        <EmptyState title={texts.none}>
          <p>{texts.noneText}</p>
        </EmptyState>
      )}
      <Pager
        first={after ? '/dashboard/makeAdmin' : null}
        next={next && `/dashboard/makeAdmin?after=${encodeURIComponent(next)}`}
      />
    </>
  )
}
