export { inspectTables, type TableInspection } from './duckdb/inspect-tables.ts'
export type { SynthesisMode, SynthesisOptions } from './duckdb/synthesis-options.ts'
export { synthesize } from './duckdb/synthesize.ts'
export type { ColumnPlot } from './evaluate/column-plot.ts'
export type {
  InternalReport,
  PublishedReport,
  SynthesisReport,
  SynthesisStage,
  TableReport,
} from './evaluate/report.ts'
export type { RandomSource } from './rng/random-source.ts'
export { seededRandom } from './rng/seeded-random.ts'
export type { ColumnKind } from './schema/column-schema.ts'
export { type DeclaredSchema, declaredSchema } from './schema/declared-schema.ts'
export { SynthesisError, type SynthesisErrorCode } from './schema/synthesis-error.ts'
