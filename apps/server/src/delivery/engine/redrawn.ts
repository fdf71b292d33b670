import type { FamilyCost, NoiseFinding } from '@semblance/synth'

/** Names a model that came from outside, and the seed of its twins. */
export type RedrawInput = { modelPath: string; outputDir: string; seed: number; tempDir: string }

/** Holds what a foreign model has cost, its noise and its twins; or the code under which it is refused. */
export type Redrawn =
  | {
      costs: FamilyCost[]
      noise: NoiseFinding[]
      /** `columns` are the names in the header. */
      twins: { name: string; path: string; rows: number; columns: string[]; sha256: string }[]
    }
  | { refused: 'model_unreadable' | 'model_too_new' | 'model_too_large' }
