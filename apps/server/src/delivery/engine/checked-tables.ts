import type { TableAgainstModel, TableFacts, TableFindings, TableRules } from '@semblance/synth'

/** Names finished files, and what is counted in them. */
export type CheckInput = {
  /** CSV files as the engine writes them. */
  tables: { name: string; path: string }[]
  rules: TableRules[]
  /** Lists paths of files whose format, columns and rows are read, whichever names they have. */
  files: string[]
  /** Names the model of all tables, which have the names of its tables; null for no comparison. */
  modelPath: string | null
  tempDir: string
}

/** Holds findings in the order of `rules`, and facts in that of `files`: null for one that is no table. */
export type CheckedTables = {
  findings: TableFindings[]
  facts: (TableFacts | null)[]
  /** In the order of the model; null without one, or if the tables are others than its own. */
  againstModel: TableAgainstModel[] | null
}
