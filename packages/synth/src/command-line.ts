/** Exports what a command line around the engine's commands needs, without loading the engine. */
export { EXIT_CODES } from './command/exit-codes.ts'
export { failure } from './command/failure.ts'
export { type ProgressBar, progressBar } from './command/progress-bar.ts'
export { commandSummaries } from './command/summaries.ts'
export type { Terminal } from './command/terminal.ts'
export { UsageError } from './command/usage-error.ts'
export { didYouMean } from './schema/did-you-mean.ts'
