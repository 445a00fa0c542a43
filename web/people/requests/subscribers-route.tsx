import type { Subscriber } from '#contract/people/requests/requests.ts'
import { requestTexts as texts } from '#contract/people/requests/texts.ts'
import { may } from '#contract/platform/auth/roles.ts'
import { sortsOf } from '#contract/platform/list-sort.ts'
import { browserApi } from '../../platform/api/browser-api.ts'
import { requirePermission } from '../../platform/auth/guards.ts'
import { rowAction, useRowAction } from '../../platform/forms/row-action.ts'
import { titleMeta } from '../../platform/layout/page-meta.ts'
import { Time } from '../../platform/layout/price.tsx'
import { DenseListPage, readDensePage } from '../../platform/lists/dense-list-page.tsx'
import type { DenseColumn } from '../../platform/lists/dense-table.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { DownloadButton } from '../../platform/ui/download-button.tsx'
import type { Route } from './+types/subscribers-route.ts'

const PATH = '/dashboard/subscribers'

export const meta = titleMeta(texts.subscribers, PATH)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { role } = await requirePermission(request, 'requests.read')
  const list = await readDensePage(request, sortsOf(['createdAt', 'email']), (query) =>
    browserApi.listSubscribers({ query: { ...query, limit: 100 } }),
  )
  return { list, mayDelete: may(role, 'requests.write') }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const { id }: SubscriberAction = await request.json()
  return rowAction(async () => {
    await browserApi.deleteSubscriber({ params: { id } })
    return texts.removed
  })
}

type SubscriberAction = { id: string }

export default function SubscribersRoute({ loaderData: { list, mayDelete } }: Route.ComponentProps) {
  return (
    <DenseListPage
      title={texts.subscribers}
      path={PATH}
      columns={useColumns(mayDelete)}
      empty={{ title: texts.noSubscribers, text: texts.noSubscribersText }}
      {...list}
    >
      {list.rows.length > 0 && (
        <DownloadButton
          text={texts.export}
          load={() => browserApi.exportSubscribers()}
          done={texts.exported}
        />
      )}
    </DenseListPage>
  )
}

function useColumns(mayDelete: boolean): DenseColumn<Subscriber>[] {
  const { busyId, run } = useRowAction<SubscriberAction>()
  const remove = ({ _id: id, email }: Subscriber) =>
    run({ id }, { text: texts.removeQuestion, button: texts.yesRemove, subject: email, isDestructive: true })
  return [
    {
      label: texts.email,
      sort: 'email',
      isRowHeader: true,
      card: '1',
      cell: ({ email }) => email,
    },
    {
      label: texts.joined,
      sort: 'createdAt',
      descendsFirst: true,
      width: '200px',
      card: '2',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    {
      label: texts.action,
      width: '110px',
      isActions: true,
      card: '1-end',
      cell: (subscriber) =>
        mayDelete && (
          <Button
            variant="quiet"
            disabled={busyId === subscriber._id}
            aria-label={texts.removeOf(subscriber.email)}
            onClick={() => remove(subscriber)}
          >
            {texts.remove}
          </Button>
        ),
    },
  ]
}
