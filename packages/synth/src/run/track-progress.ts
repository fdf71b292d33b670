import type { SynthesisStage } from '../evaluate/report.ts'
import type { MeasureOptions } from './synthesis-options.ts'

/**
 * Sets the fraction of the whole at which each stage ends, by its share of the time on tables of
 * 30k to 100k rows.
 */
const STAGE_ENDS: [SynthesisStage, number][] = [
  ['reading', 0.2],
  ['measuring', 0.45],
  ['modeling', 0.6],
  ['sampling', 0.75],
  ['evaluating', 1],
]

/** Lists the stages in their order, each with its usual share of a run's time; all together are 1. */
export const stageShares = STAGE_ENDS.map(([stage, end], place) => ({
  stage,
  share: end - (STAGE_ENDS[place - 1]?.[1] ?? 0),
}))

export type Progress = {
  enter: (stage: SynthesisStage) => void
  /** `fraction` of the current stage. */
  advance: (fraction: number) => void
  /** Time that passes until the next stage is another table's. */
  pause: () => void
  /** Reports 1 and returns the milliseconds spent in each stage. */
  finish: () => Record<SynthesisStage, number>
}

/** Follows the tables of a run, whose fraction is the mean of theirs. */
export function followTables(
  count: number,
  report: MeasureOptions['onProgress'] = () => {},
): (table: string) => Progress {
  const fractions = new Map<string, number>()
  return (table) =>
    startProgress(({ stage, fraction }) => {
      // A table that is opened again, to be evaluated, has been further before.
      fractions.set(table, Math.max(fraction, fractions.get(table) ?? 0))
      const sum = [...fractions.values()].reduce((total, of) => total + of, 0)
      report({ table, stage, fraction: sum / count })
    })
}

export function startProgress(
  report: (progress: { stage: SynthesisStage; fraction: number }) => void,
): Progress {
  const timingsMs = { reading: 0, measuring: 0, modeling: 0, sampling: 0, evaluating: 0 }
  let stage: SynthesisStage = 'reading'
  let enteredAt: number | null = null
  let reached = 0
  const reportAt = (fraction: number) => {
    reached = Math.max(reached, fraction)
    report({ stage, fraction: reached })
  }
  const leave = () => {
    if (enteredAt !== null) timingsMs[stage] += performance.now() - enteredAt
    enteredAt = null
  }
  const position = () => STAGE_ENDS.findIndex(([name]) => name === stage)
  const start = () => STAGE_ENDS[position() - 1]?.[1] ?? 0
  return {
    pause: leave,
    enter(next) {
      leave()
      enteredAt = performance.now()
      stage = next
      reportAt(start())
    },
    advance(fraction) {
      reportAt(start() + fraction * (STAGE_ENDS[position()]![1] - start()))
    },
    finish() {
      leave()
      reportAt(1)
      return timingsMs
    },
  }
}
