import { sql } from 'kysely'
import type { Db } from '#database/open.ts'

/** The lexemes that are not counted as often as parts on sale have them, with the difference. */
export async function readMiscountedLexemes(db: Db) {
  const { rows } = await sql<{ lexeme: string; difference: number }>`
    select lexeme, sum(parts)::integer as difference from (
      select lexeme, parts from lexeme_counts union all select lexeme, parts from lexeme_count_changes
      union all
      select lexeme, -1 from products, unnest(search_vector) where archived_at is null and is_counted_lexeme(lexeme)
    ) as counted group by lexeme having sum(parts) <> 0`.execute(db)
  return rows
}
