import type { synthesisStages } from '@semblance/contract'
import { progressBar } from '@semblance/synth/command-line'
import type { Place } from '../command.ts'

type Stage = (typeof synthesisStages)[number]

const EVERY_MS = 2000

/** Shows progress on this terminal, and posts it now and then; a post that fails is no fault of the delivery. */
export function followProgress(
  { terminal }: Pick<Place, 'terminal'>,
  post: (stage: Stage, fraction: number) => Promise<unknown>,
) {
  const bar = progressBar(terminal.error, terminal.isWatched)
  let posted: Promise<unknown> | null = null
  let last: { stage: Stage | null; at: number } = { stage: null, at: 0 }
  return {
    show: (stage: Stage, fraction: number) => {
      bar.show(fraction, stage)
      const isDue = stage !== last.stage || Date.now() - last.at >= EVERY_MS
      if (!isDue || posted) return
      last = { stage, at: Date.now() }
      posted = post(stage, Math.min(1, Math.max(0, fraction)))
        .catch(() => {})
        .finally(() => {
          posted = null
        })
    },
    /** Waits for a post that is under way. */
    end: async () => {
      bar.clear()
      await posted
    },
  }
}
