/** The one quality score of a twin: its definition, for page, PDF, HTML report, command line and certificate. */
import { percent } from './ticks.ts'

/**
 * Holds shares of 1: how far twin and original agree, what a fresh sample of real rows would reach, and the one by the
 * other, at most 1; `interval` is that of the last, with 95 % confidence, where it has noise.
 */
export type Agreement = {
  overall: number
  ceiling: number
  relative: number
  interval?: { low: number; high: number } | null | undefined
}

export const qualityScoreLabel = 'Quality score'

export const qualityScoreMeaning =
  'The quality score, of 100, says how far frequencies of the twin agree with the original’s, in the mean of single columns, pairs and triples of columns, as a share of what a fresh sample of real rows would reach, at most all of it. Agreed terms call it accuracy.'

/**
 * Returns the quality score from 0 to 100 in tenths, rounded down, so that no twin below an agreed
 * minimum appears to reach it.
 */
export function qualityScore({ relative }: Pick<Agreement, 'relative'>): number {
  return Math.floor(1000 * relative + 1e-6) / 10
}

/** Returns what the score is made of, for the line below it. */
export function qualityScoreNote({ overall, ceiling, interval }: Agreement): string {
  const made = `of 100: agrees to ${percent(overall)}, a fresh real sample would to ${percent(ceiling)}`
  if (!interval) return made
  const [low, high] = [interval.low, interval.high].map((relative) => tenths({ relative }))
  return `${made}; with its noise, ${low} to ${high}`
}

const tenths = (agreement: Pick<Agreement, 'relative'>) => qualityScore(agreement).toFixed(1)

/**
 * Returns label, value and note of the score. `stated` is what a report or certificate holds under
 * that name; where it is by the earlier definition, the note says so, and where there is nothing
 * else, the label says what it is.
 */
export function qualityFact(
  agreement: Agreement | undefined,
  stated?: number,
): { label: string; value: string; note: string } {
  if (!agreement) {
    const value = stated === undefined ? 'Not stated' : stated.toFixed(1)
    return { label: 'Score of columns and pairs', value, note: 'of 100, by an earlier definition' }
  }
  const isFormer = stated !== undefined && stated.toFixed(1) !== tenths(agreement)
  const former = isFormer
    ? `; ${stated.toFixed(1)} by an earlier definition, of columns and pairs alone`
    : ''
  return {
    label: qualityScoreLabel,
    value: tenths(agreement),
    note: `${qualityScoreNote(agreement)}${former}`,
  }
}
