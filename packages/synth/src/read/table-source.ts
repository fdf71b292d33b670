import type { Measure } from '../model/measure/measure.ts'
import type { Dialect } from '../schema/infer/dialect.ts'
import type { ParentFact } from '../schema/plan-families.ts'
import type { RulePlan } from '../schema/rules/rule-plan.ts'

/** Describes one table on disk, ready to be loaded. */
export type TableSource = {
  /** Distinct, and safe as a file name: the twin is written to `<name>.csv`. */
  name: string
  /** The source of the table: a file's name, of a sheet or an archive's member `file > name`. */
  file: string
  /** True for the only table, which a refusal need not name. */
  isOnly: boolean
  /** Absolute; the only file to read. */
  path: string
  columnNames: string[]
  /** Positions of columns without a name in the header; they are left out where they are empty. */
  unnamed: number[]
  content: CsvContent | ParquetContent
  /** Set where the table is a list within the records of another. */
  parent?: ParentFact
  /** Set if the rows are counted in a database, and the file has a random sample of them. */
  sample?: TableSample
}

/** Describes a sample file with one column more than `columnNames`: 1 in held-out rows, else 0. */
export type TableSample = {
  /** The share of the table's rows that the file has; every row was drawn on its own. */
  share: number
  /** Rows of the whole table. */
  rowCount: number
  countSplit: () => Promise<{ train: number; holdout: number }>
  measure: (plan: RulePlan) => Measure
  /** Throws SynthesisError `source_changed` if the rows that were counted were not those of the sample. */
  confirmState: () => Promise<void>
}

/** `places` are those of the columns in the file; by default they are all that it has. */
type CsvContent = { type: 'csv'; dialect: Dialect; places?: number[] }

/** SQL of the rows, and of each column as text in terms of them. */
type ParquetContent = { type: 'parquet'; from: string; expressions: string[] }

/** Describes a table before it has a unique name. */
export type OpenedTable = Omit<TableSource, 'name' | 'file' | 'isOnly' | 'parent'> & {
  /** The archive's member, and the sheet or list it is, if any. */
  within: string[]
  /** The table in whose records it is a list comes so many before it. */
  parent?: { tablesBefore: number; maxRows: number }
}

/** Describes an opener's directory for rewritten files, and its abort signal. */
export type OpenOptions = { workDir: string; signal: AbortSignal | undefined }
