/** The task of drawing rows from a model, and its result. */
import type { Condition, SampledTable } from '@semblance/synth'

/** Draws from a model alone. `seed` is public. */
export type SampleInput = {
  modelPath: string
  /** An existing directory. */
  outputDir: string
  tempDir: string
  rows: number
  where: Condition[]
  seed: number
}

/** `unreadable`: no model, or of a newer engine; `refused`: its conditions are met by no rows, in words for the client. */
export type SampledRows =
  | { type: 'drawn'; tables: SampledTable[] }
  | { type: 'unreadable'; reason: string }
  | { type: 'refused'; reason: string }
