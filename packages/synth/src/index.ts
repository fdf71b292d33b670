export { parseSchema, writeSchema } from './command/schema-file.ts'
export { checkTables } from './duckdb/check-tables.ts'
export { type ConvertOptions, convertTable } from './duckdb/convert-table.ts'
export {
  type EvaluationOptions,
  evaluateFiles,
  type FileEvaluation,
} from './duckdb/evaluate-files.ts'
export { inspectTables, type TableInspection } from './duckdb/inspect-tables.ts'
export type { SynthesisMode, SynthesisOptions } from './duckdb/synthesis-options.ts'
export { synthesize } from './duckdb/synthesize.ts'
export type { ColumnPlot } from './evaluate/column-plot.ts'
export {
  type EstimatedTable,
  type EstimateOptions,
  estimateRun,
  type RunEstimate,
} from './evaluate/estimate-run.ts'
export type { Evaluation } from './evaluate/evaluation.ts'
export { evaluationHtml, type ReadableReport, reportHtml } from './evaluate/html-report.ts'
export type {
  InternalReport,
  PublishedReport,
  SynthesisReport,
  SynthesisStage,
  TableReport,
} from './evaluate/report.ts'
export {
  type EarlierRun,
  type SpentBudget,
  type TotalSpent,
  totalSpent,
} from './fit/spent-budget.ts'
export type { DatabaseInput } from './postgres/open-warehouse.ts'
export type { RandomSource } from './rng/random-source.ts'
export { seededRandom } from './rng/seeded-random.ts'
export { type ColumnKind, columnKinds } from './schema/column-schema.ts'
export { type DeclaredSchema, declaredSchema } from './schema/declared-schema.ts'
export type { Proposal } from './schema/propose-table.ts'
export { SynthesisError, type SynthesisErrorCode } from './schema/synthesis-error.ts'
export type { TableFindings } from './schema/table-rules.ts'
