/**
 * Exports what a process with a single task needs. Loads a third faster than the whole package, as it leaves out
 * schema files and readable reports.
 */
export { probeWarehouse } from './engines/warehouse/probe-warehouse.ts'
export { checkModelNoise } from './model/released/check-noise.ts'
export { costsOf } from './model/released/state-cost.ts'
export { seededRandom } from './random/seeded-random.ts'
export { checkTables } from './run/check-tables.ts'
export { convertTable } from './run/convert-table.ts'
export { inspectTables } from './run/inspect-tables.ts'
export { printTables } from './run/print-tables.ts'
export { readTableFacts } from './run/read-table-facts.ts'
export { evaluateAgainstModel } from './run/released/evaluate-against-model.ts'
export { readModel, writeModel } from './run/released/model-file.ts'
export { sample } from './run/released/sample.ts'
export { evaluate, synthesize } from './run/synthesize.ts'
export { SynthesisError } from './schema/synthesis-error.ts'
