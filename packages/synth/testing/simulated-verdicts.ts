/** Simulates the verdicts of an attack's check over many twins, honest ones and such that leak. */
import { type Outcome, outcomes } from '@semblance/plots'
import { attackCanFail, privacyChecks } from '../src/evaluate/privacy/privacy-checks.ts'
import { sigmaOfAttack } from '../src/evaluate/publish/publish-privacy.ts'
import { planBudget } from '../src/model/private/budget.ts'
import { withNoise } from '../src/random/discrete-gaussian.ts'
import { type RandomSource, uniform } from '../src/random/random-source.ts'

/** Success rate of the attack against rows that a twin has not learned from. */
const CHANCE = 0.1

/** `rows` are tried on each side; `leak` is the share of further successes against rows that were learned from. */
export type SimulatedTwin = { epsilon: number; rows: number; leak: number }

/** Returns the share of each outcome over `runs` twins; null where the check is not made, because it could not fail. */
export function verdictShares(
  { epsilon, rows, leak }: SimulatedTwin,
  runs: number,
  random: RandomSource,
): Record<Outcome, number> | null {
  const sigma = sigmaOfAttack(planBudget(epsilon, 1e-6), 'linkability')
  if (!attackCanFail(rows, sigma)) return null
  const shares: Record<Outcome, number> = { passed: 0, failed: 0, inconclusive: 0 }
  const successes = (rate: number) => {
    let count = 0
    for (let row = 0; row < rows; row++) if (uniform(random) < rate) count++
    return withNoise(count, sigma, random)
  }
  for (let run = 0; run < runs; run++) {
    const sides = { train: successes(CHANCE + leak), control: successes(CHANCE) }
    const [check] = privacyChecks({
      rho: { spent: 0, budget: 1 },
      closest: { value: 0.5, sampleSize: rows, sigma: 0 },
      matches: null,
      attacks: [{ id: 'linkability', rows, sigma, ...sides }],
      identifiers: { compared: [], shared: 0, sigma: 0, expected: 0, inCategories: 0 },
    }).filter(({ id }) => id === 'linkability')
    if (check) shares[check.outcome] += 1 / runs
  }
  for (const outcome of outcomes) shares[outcome] = Number(shares[outcome].toFixed(4))
  return shares
}
