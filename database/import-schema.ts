import type { ColumnType, GeneratedAlways, Selectable } from 'kysely'
import type {
  ImportColumn,
  ImportFailure,
  ImportFault,
  ImportReport,
  ImportState,
} from '#contract/products/import-states.ts'

type Defaulted<T> = ColumnType<T, T | undefined, T>
/** Kept as JSON: written as its text. */
type Json<T> = ColumnType<T, string | undefined, string | null>

export type ImportTable = {
  id: string
  file_name: string
  bytes: number
  received: Defaulted<number>
  digest: Defaulted<string>
  tail: Defaulted<Buffer>
  layout: Json<ImportLayout | null>
  last_row: Defaulted<number>
  state: Defaulted<ImportState>
  fault: Json<ImportFault | null>
  check_number: Defaulted<number>
  made_anew: Defaulted<boolean>
  unreadable_rows: Defaulted<number>
  report: Json<ImportReport | null>
  conflicts: Json<ImportConflictRow[]>
  failure: Defaulted<ImportFailure | null>
  actor_id: string | null
  created_at: Date
  applied_at: Defaulted<Date | null>
  undone_at: Defaulted<Date | null>
}

/** What the header says: how cells are parted, which column each is, and the names that mean nothing here. */
export type ImportLayout = { delimiter: string; columns: (ImportColumn | null)[]; ignored: string[] }
export type ImportConflictRow = { row: number; id: string; name: string }

/** Columns of `products`; only those that the file has. */
export type ImportedPart = {
  name?: string
  description?: string
  price_minor?: number
  minimum_order?: number
  available?: number
  img?: string
  images?: string[]
  category?: string
  brand?: string | null
  part_number?: string | null
}

export type ImportTables = {
  imports: ImportTable
  import_rows: {
    import_id: string
    row: number
    product_id: string | null
    new_id: string
    part: Json<ImportedPart>
    number_key: GeneratedAlways<string | null>
    brand_key: GeneratedAlways<string>
  }
  import_changes: {
    import_id: string
    row: number
    product_id: string
    before: Json<ImportedPart | null>
    after: Json<ImportedPart>
  }
  import_errors: {
    import_id: string
    row: number
    place: number
    column_name: string | null
    value: string | null
    message: string
    by_check: boolean
  }
  import_progress: { import_id: string; done: number; total: number }
}

export type ImportRow = Selectable<ImportTable>
