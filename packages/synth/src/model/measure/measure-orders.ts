import { discreteGaussian } from '../../random/discrete-gaussian.ts'
import { leastAbove } from '../../schema/rules/rule-units.ts'
import type { FittedColumn, KeptOrder } from '../fitted-model.ts'
import type { SuspectedOrder } from '../pairs/suspect-orders.ts'
import { sigmaOfRho } from '../private/privacy-accountant.ts'
import { spend } from '../private/privacy-ledger.ts'
import type { Measuring } from './measure-columns.ts'

/** Shares of what is left of the pairs' budget that an order costs, and of the rows that its noise may be. */
const SHARES = { cost: 0.0075, mostNoise: 0.005 }

/**
 * Counts the rows that break each suspected order, columns by their place in the model; each costs a small share of `rho`, or
 * nothing where the noise would hide what is to be seen. Which orders are counted was decided by noisy counts; a row is in
 * a count or not, so one row more or less changes each by at most 1.
 */
export async function measureOrders(
  { measure, ledger, random }: Pick<Measuring, 'measure' | 'ledger' | 'random'>,
  columns: (FittedColumn | null)[],
  suspected: SuspectedOrder[],
  rho: number,
  total: number,
): Promise<{ orders: KeptOrder[]; spent: number }> {
  const rhoOfEach = SHARES.cost * rho
  const sigma = sigmaOfRho(rhoOfEach)
  if (suspected.length === 0 || !(sigma <= SHARES.mostNoise * total))
    return { orders: [], spent: 0 }
  const orders: KeptOrder[] = []
  for (const { low, high } of suspected) {
    const [below, above] = [columns[low], columns[high]]
    if (!below || !above) continue
    const conversion = leastAbove(below.schema, above.schema)
    spend(ledger, `rows with ${below.schema.name} above ${above.schema.name}`, rhoOfEach)
    const broken = await measure.countBroken({ low: below.index, high: above.index, conversion })
    const noisy = broken + discreteGaussian(random, sigma)
    orders.push({ low, high, conversion, broken: Math.min(1, Math.max(0, noisy) / total) })
  }
  return { orders, spent: rhoOfEach * suspected.length }
}
