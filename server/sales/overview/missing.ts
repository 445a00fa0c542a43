import { sql } from 'kysely'
import { type MissingItem, missingItems } from '#contract/sales/overview/overview.ts'
import type { Settings } from '#contract/store/settings/settings.ts'
import type { Db } from '#database/open.ts'
import { describeSettings } from '../../store/settings/saved-settings.ts'

/** What the environment says of a shop that is not a demo. */
export type ShopSetup = { defaultName: string; defaults: Settings; testPayments: boolean; sendsMail: boolean }

/** Pictures are looked for in so many of the newest parts. */
const PARTS_SEEN = 1000

/** What the shop still needs, in the order in which it is filled in. A value counts if somebody saved it, even an empty one for the tax. */
export async function findMissing(db: Db, setup: ShopSetup): Promise<MissingItem[]> {
  const { values, saved } = await describeSettings(db, setup.defaults)
  const isSaved = (name: keyof Settings) => saved.some(({ key }) => key === name)
  const { rows } = await sql<{ parts: boolean; pictures: boolean; admins: number }>`
    with newest as materialized (
      select img from products where archived_at is null order by created_at desc, id desc limit ${PARTS_SEEN}
    )
    select exists (select from newest) as parts,
      exists (select from newest where img not like '/drawings/%') as pictures,
      (select count(*) from (
        select from users where role = 'admin' and disabled_at is null limit 2
      ) as admins)::integer as admins`.execute(db)
  const { parts = false, pictures = false, admins = 0 } = rows[0] ?? {}
  const missing: Record<MissingItem, boolean> = {
    name: values.name === setup.defaultName && !isSaved('name'),
    address: values.address === '',
    phone: values.phone === '',
    tax: values.taxRate === 0 && !isSaved('taxRate'),
    hours: values.hours === null,
    parts: !parts,
    pictures: parts && !pictures,
    payments: setup.testPayments,
    mail: !setup.sendsMail,
    secondAdmin: admins < 2,
  }
  return missingItems.filter((item) => missing[item])
}
