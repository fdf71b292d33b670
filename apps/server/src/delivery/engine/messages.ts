/** Defines the messages between the server and a process of the engine. */
import type { SynthesisStage } from '@semblance/synth'

/**
 * Describes a message of the child process. `where` is a stack without the error's message, which
 * could quote the data. `bySource`: a warehouse refuses what it allowed before, or its rows have changed since.
 */
export type FromChild =
  | { type: 'measuring' }
  | { type: 'measured'; rho: number | null }
  | { type: 'progress'; stage: SynthesisStage; fraction: number }
  | { type: 'done'; result: unknown }
  | { type: 'refused'; reason: string; bySource?: boolean }
  | { type: 'away'; reason: string }
  | { type: 'out_of_memory' }
  | { type: 'disk_full' }
  | { type: 'crashed'; where: string }

/** Announces to the server how far a synthesis has come, and waits for its answer. */
export type Announce = (
  moment: Extract<FromChild, { type: 'measuring' | 'measured' }>,
) => Promise<void>

/**
 * Answers `measuring`, without which the child does not count anything, and `measured`, without which it draws nothing; or has it
 * cancel what a warehouse is doing for it, and end.
 */
export type ToChild = { type: 'proceed' } | { type: 'stop' }
