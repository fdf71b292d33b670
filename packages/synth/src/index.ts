export { type Input, inputOf } from './command/arguments.ts'
export { readSchema } from './command/read-schema.ts'
export { parseSchema, writeSchema } from './command/schema-file.ts'
export type { Condition } from './draw/conditions/condition.ts'
export type {
  ColumnDescription,
  TableDescription,
} from './engines/duckdb/owner/describe-columns.ts'
export { SKETCH_SIZE, type TablePrint } from './engines/duckdb/owner/print-rows.ts'
export type { DatabaseInput } from './engines/warehouse/open-warehouse.ts'
export type { WarehouseProbe } from './engines/warehouse/probe-warehouse.ts'
export type { WarehouseRoute } from './engines/warehouse/warehouse.ts'
export type { NotJudged, TableAgainstModel } from './evaluate/against/compare-with-model.ts'
export type { Agreement } from './evaluate/against/noisy-distance.ts'
export {
  type EstimatedTable,
  type EstimateOptions,
  estimateRun,
  type RunEstimate,
} from './evaluate/estimate-run.ts'
export type { Evaluation } from './evaluate/evaluation.ts'
export type { ColumnPlot } from './evaluate/fidelity/column-plot.ts'
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
  rhoOfReport,
  rhoOfRun,
  type SpentBudget,
  type TotalSpent,
  totalSpent,
} from './model/private/spent-budget.ts'
export {
  checkModelNoise,
  type NoiseFinding,
  type NoiseOutcome,
} from './model/released/check-noise.ts'
export type { ReleasedModel } from './model/released/released-model.ts'
export { costsOf, type FamilyCost } from './model/released/state-cost.ts'
export type { RandomSource } from './random/random-source.ts'
export { seededRandom } from './random/seeded-random.ts'
export { tableFileExtensions } from './read/table-files.ts'
export { checkTables } from './run/check-tables.ts'
export { type ConvertOptions, convertTable, tableFormats } from './run/convert-table.ts'
export {
  type EvaluationOptions,
  evaluateFiles,
  type FileEvaluation,
} from './run/evaluate-files.ts'
export { inspectTables, type TableInspection } from './run/inspect-tables.ts'
export { printTables } from './run/print-tables.ts'
export type { TableFacts } from './run/read-table-facts.ts'
export { ENGINE_VERSION } from './run/released/engine-version.ts'
export {
  type AgainstModelOptions,
  evaluateAgainstModel,
} from './run/released/evaluate-against-model.ts'
export { readModel, writeModel } from './run/released/model-file.ts'
export { type SampledTable, type SampleOptions, sample } from './run/released/sample.ts'
export type {
  EvaluateOptions,
  Measured,
  MeasuredSplit,
  MeasureOptions,
  SynthesisMode,
  SynthesisOptions,
} from './run/synthesis-options.ts'
export { evaluate, measure, synthesize } from './run/synthesize.ts'
export { stageShares } from './run/track-progress.ts'
export { type ColumnKind, columnKinds } from './schema/column-schema.ts'
export { type DeclaredSchema, declaredSchema } from './schema/declared-schema.ts'
export type { Proposal } from './schema/infer/propose-table.ts'
export { type Notice, noticeText } from './schema/notices.ts'
export type { TableFindings, TableRules } from './schema/rules/table-rules.ts'
export { SynthesisError, type SynthesisErrorCode } from './schema/synthesis-error.ts'
