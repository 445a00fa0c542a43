import type { Selectable } from 'kysely'
import { addressFaults, type PostalAddress, tidyAddress } from '#contract/people/addresses/address-format.ts'
import { type Address, MAX_ADDRESSES, type NewAddress } from '#contract/people/addresses/addresses.ts'
import { AppError } from '#contract/platform/errors.ts'
import type { Tables } from '#database/generated-tables.ts'
import { type Db, inTransaction } from '#database/open.ts'
import { newId } from '#database/uuid.ts'
import { lockAccount } from '../users/lock-account.ts'

export type AddressRow = Selectable<Tables['addresses']>
type Account = { userId: string; now: Date }

/** The addresses of an account, the one used last first. */
export function readAddresses(db: Db, userId: string): Promise<AddressRow[]> {
  return db
    .selectFrom('addresses')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** An address, whosever it is. Throws `not_found`. */
export async function findAddress(db: Db, { params }: { params: { id: string } }): Promise<AddressRow> {
  const address = await db.selectFrom('addresses').selectAll().where('id', '=', params.id).executeTakeFirst()
  if (!address) throw new AppError('not_found')
  return address
}

export function findOwnAddress(db: Db, id: string, userId: string): Promise<AddressRow | undefined> {
  return db
    .selectFrom('addresses')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/**
 * Keeps an address as the one used last; one that the account has already is not kept twice. Throws `address_limit`,
 * `unauthenticated`.
 */
export function saveAddress(
  db: Db,
  { userId, now, address }: Account & { address: NewAddress },
): Promise<AddressRow> {
  return inTransaction(db, async (trx) => {
    await lockAccount(trx, userId)
    const values = tidyAddress(address)
    const kept = await readAddresses(trx, userId)
    const same = kept.find((row) => isSame(row, values))
    if (same) {
      await markUsed(trx, { id: same.id, userId, now })
      return { ...same, used_at: now }
    }
    if (kept.length >= MAX_ADDRESSES) throw new AppError('address_limit')
    return trx
      .insertInto('addresses')
      .values({ id: newId(), user_id: userId, ...values, used_at: now })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

/** Makes an address of the account the one used last. */
export async function markUsed(trx: Db, { id, userId, now }: Account & { id: string }): Promise<void> {
  await trx
    .updateTable('addresses')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .execute()
}

/** Changes some fields of an address. Throws `invalid_request` if it is none then, `not_found`. */
export function changeAddress(
  db: Db,
  { id, change }: { id: string; change: Partial<NewAddress> },
): Promise<AddressRow> {
  return inTransaction(db, async (trx) => {
    const row = await trx
      .selectFrom('addresses')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new AppError('not_found')
    const address = { ...toPostalAddress(row), ...change }
    const errors = addressFaults(address)
    if (errors.length > 0) throw new AppError('invalid_request', { errors })
    return trx
      .updateTable('addresses')
      .set(tidyAddress(address))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

/** Throws `not_found` if it is gone already. */
export async function removeAddress(db: Db, id: string): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom('addresses').where('id', '=', id).executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw new AppError('not_found')
}

export function toAddress(row: AddressRow): Address {
  return { _id: row.id, ...toPostalAddress(row) }
}

export function toPostalAddress(row: Omit<AddressRow, 'used_at'>): PostalAddress & { phone: string } {
  const { name, company, line1, line2, postcode, city, region, country, phone } = row
  return { name, company, line1, line2, postcode, city, region, country, phone }
}

function isSame(row: AddressRow, address: NewAddress): boolean {
  return JSON.stringify(toPostalAddress(row)) === JSON.stringify(toPostalAddress({ ...row, ...address }))
}
