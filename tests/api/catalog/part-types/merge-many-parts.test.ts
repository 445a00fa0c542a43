import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { saveAttribute } from '#server/catalog/part-types/change-attributes.ts'
import { mergeChoices } from '#server/catalog/part-types/merge-choices.ts'
import { LARGE_CATALOGUE_MS, largeCatalogue } from '../../../support/database/large-catalogue.ts'

test('more parts than one statement changes are all changed, counted and audited', {
  tags: 'long',
  timeout: LARGE_CATALOGUE_MS,
}, async () => {
  const { db, close } = await largeCatalogue()
  const by = { actorId: null, at: new Date('2026-11-29T12:00:00Z') }
  const partsOf = async (choice: string) => {
    const { rows } = await sql<{ parts: number; counted: number }>`
      select count(*)::int as parts, (
        select coalesce(sum(parts), 0)::int from (table facet_value_counts union all table facet_value_changes) as counts
        where facet = 'axle=' || ${choice}
      ) as counted
      from products where attributes ->> 'axle' = ${choice}`.execute(db)
    return rows[0]
  }
  try {
    const choices = ['front', 'rear', 'back'].map((key) => ({ key, name: key }))
    await saveAttribute(db, { key: 'axle', change: { choices } }, by)
    const front = (await partsOf('front'))?.parts ?? 0
    const rear = (await partsOf('rear'))?.parts ?? 0
    const all = front + rear
    expect(all).toBeGreaterThan(5000)
    const merge = (choice: string, into: string) =>
      mergeChoices(db, { key: 'axle', merge: { choice, into } }, by)
    expect(await merge('front', 'rear')).toEqual({ changedParts: front })
    expect(await merge('rear', 'back')).toEqual({ changedParts: all })
    expect(await partsOf('back')).toEqual({ parts: all, counted: all })
    expect(await partsOf('rear')).toEqual({ parts: 0, counted: 0 })
    const { rows } = await sql<{ entries: number; parts: number }>`
      select count(*)::int as entries, count(distinct entity_id)::int as parts
      from audit where field = 'attributes' and at = ${by.at} and after like '%axle=back%'`.execute(db)
    expect(rows).toEqual([{ entries: all, parts: all }])
  } finally {
    await close()
  }
})
