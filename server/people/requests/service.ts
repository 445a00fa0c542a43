import type { Estimate, NewEstimate, Subscriber } from '#contract/people/requests/requests.ts'
import type { Tables } from '#database/generated-tables.ts'
import type { Db } from '#database/open.ts'
import { newId } from '#database/uuid.ts'
import { type ListPage, newestFirst, type PageRequest, pageOfList } from '../../platform/http/page-of-list.ts'

function toEstimate({ id, created_at, ...fields }: Tables['estimates']): Estimate {
  return { _id: id, ...fields, createdAt: created_at.toISOString() }
}

export async function createEstimate(db: Db, estimate: NewEstimate, at: Date): Promise<Estimate> {
  const row = await db
    .insertInto('estimates')
    .values({ id: newId(), ...estimate, created_at: at })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toEstimate(row)
}

export function listEstimates(db: Db, page: PageRequest): Promise<ListPage<Estimate>> {
  const order = newestFirst<Tables['estimates']>('estimates')
  return pageOfList(db.selectFrom('estimates').selectAll(), { order, page, toItem: toEstimate })
}

/** Subscribes an address to the newsletter; `isNew` is false for one that is subscribed already, which does not change. */
export async function subscribe(db: Db, email: string, at: Date) {
  const id = newId()
  const row = await db
    .insertInto('subscribers')
    .values({ id, email, created_at: at })
    // an update without effect, so that the statement returns the existing row
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ email }))
    .returningAll()
    .executeTakeFirstOrThrow()
  return { subscriber: toSubscriber(row), isNew: row.id === id }
}

export function listSubscribers(db: Db, page: PageRequest): Promise<ListPage<Subscriber>> {
  const order = newestFirst<Tables['subscribers']>('subscribers')
  return pageOfList(db.selectFrom('subscribers').selectAll(), { order, page, toItem: toSubscriber })
}

function toSubscriber(row: Tables['subscribers']): Subscriber {
  return { _id: row.id, email: row.email, createdAt: row.created_at.toISOString() }
}
