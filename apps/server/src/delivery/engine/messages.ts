/** Defines the messages between the server and a process of the engine. */
import type { SynthesisStage } from '@semblance/synth'

/**
 * Describes a message of the child process. `where` is a stack without the error's message, which
 * could quote the data.
 */
export type FromChild =
  | { type: 'measuring' }
  | { type: 'measured'; rho: number | null }
  | { type: 'progress'; stage: SynthesisStage; fraction: number }
  | { type: 'done'; result: unknown }
  | { type: 'refused'; reason: string }
  | { type: 'out_of_memory' }
  | { type: 'disk_full' }
  | { type: 'crashed'; where: string }

/** Announces to the server how far a synthesis has come, and waits for its answer. */
export type Announce = (
  moment: Extract<FromChild, { type: 'measuring' | 'measured' }>,
) => Promise<void>

/** Answers `measuring`, without which the child does not count anything, and `measured`, without which it draws nothing. */
export type ToChild = { type: 'proceed' }
