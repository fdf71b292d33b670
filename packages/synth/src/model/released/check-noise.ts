import type { FittedModel } from '../fitted-model.ts'
import type { NoisyPairs } from '../measure/pair-tables.ts'
import { at } from '../pairs/at.ts'
import type { ReleasedModel } from './released-model.ts'

/** Says whether the noise that a model states is in its figures; protected models state none. */
export type NoiseOutcome = 'as_stated' | 'too_little' | 'too_much' | 'cannot_tell' | 'none_stated'

/**
 * Describes the noise of a table's pair counts. `ratio` is chi squared per degree of freedom of the sums of one column over
 * its tables, which the stated noise alone sets apart: about 1, with 95 % confidence between `low` and `high`; null without
 * such sums.
 */
export type NoiseFinding = {
  table: string
  outcome: NoiseOutcome
  ratio: { value: number; low: number; high: number; degrees: number } | null
}

/** A ratio so many deviations from 1 is no chance: it is so in one model in 100,000. */
const DEVIATIONS = 4.5
/** With fewer degrees of freedom, noise of half the deviation would pass. */
const LEAST_DEGREES = 40

/**
 * Compares the noise in a model with the one it states. Every table of pairs that has a column shows the column's own counts
 * again; they differ by noise alone, of which the model states the deviation. Counts without noise agree too well. This
 * finds who left the noise out, and not who made it up: a model `as_stated` may still be of no original at all.
 */
export function checkModelNoise({ families }: ReleasedModel): NoiseFinding[] {
  return families.flatMap(({ tables }) =>
    tables.map(({ name, model }) => ({ table: name, ...noiseOf(model) })),
  )
}

function noiseOf(model: FittedModel): Omit<NoiseFinding, 'table'> {
  if (!('pairs' in model)) return { outcome: 'none_stated', ratio: null }
  const { chiSquared, degrees } = disagreement(model.pairs)
  if (degrees === 0) return { outcome: 'cannot_tell', ratio: null }
  const value = chiSquared / degrees
  // The cube root of chi squared is nearly normal. Source: Wilson and Hilferty, 1931.
  const mean = 1 - 2 / (9 * degrees)
  const deviation = Math.sqrt(2 / (9 * degrees))
  const usual = (deviations: number) => Math.max(0, mean + deviations * deviation) ** 3
  const ratio = { value, low: usual(-1.96), high: usual(1.96), degrees }
  if (Math.abs(Math.cbrt(value) - mean) > DEVIATIONS * deviation)
    return { outcome: value < 1 ? 'too_little' : 'too_much', ratio }
  return { outcome: degrees < LEAST_DEGREES ? 'cannot_tell' : 'as_stated', ratio }
}

/** Sums the squared distances of each count of a group from the mean of all tables that show it, by their variance. */
function disagreement({ groups, tables, sigma }: NoisyPairs): {
  chiSquared: number
  degrees: number
} {
  const shown = groups.map((): { sums: Float64Array; variance: number }[] => [])
  for (const { a, b, counts } of tables) {
    const [ofA, ofB] = [at(groups, a).count, at(groups, b).count]
    const [sumsA, sumsB] = [new Float64Array(ofA), new Float64Array(ofB)]
    for (let cell = 0; cell < counts.length; cell++) {
      const [i, k] = [Math.floor(cell / ofB), cell % ofB]
      sumsA[i] = at(sumsA, i) + at(counts, cell)
      sumsB[k] = at(sumsB, k) + at(counts, cell)
    }
    at(shown, a).push({ sums: sumsA, variance: sigma ** 2 * ofB })
    at(shown, b).push({ sums: sumsB, variance: sigma ** 2 * ofA })
  }
  let [chiSquared, degrees] = [0, 0]
  for (const [j, of] of shown.entries()) {
    const weight = of.reduce((sum, { variance }) => sum + 1 / variance, 0)
    for (let group = 0; group < at(groups, j).count && of.length > 1; group++) {
      const mean =
        of.reduce((sum, { sums, variance }) => sum + at(sums, group) / variance, 0) / weight
      for (const { sums, variance } of of) chiSquared += (at(sums, group) - mean) ** 2 / variance
      degrees += of.length - 1
    }
  }
  return { chiSquared, degrees }
}
