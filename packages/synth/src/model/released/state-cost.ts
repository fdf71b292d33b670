import { at } from '../pairs/at.ts'
import type { ReleasedFamily, ReleasedModel } from './released-model.ts'

/**
 * Describes what measuring a family has cost any unit: `stated` adds up its ledger, `shown` is the least that the noise on its
 * pairs of columns lets it have cost. Null for a protected family, which has no bound.
 */
export type FamilyCost = {
  tables: string[]
  unit: 'row' | 'entity'
  epsilon: number
  delta: number
  stated: number
  shown: number
} | null

/**
 * Adds up what a model has cost, by its ledger and by its noise. A model that shows more than it states was measured with less
 * noise than was paid for. Of the counts of single columns, the ledger alone is known.
 */
export function costsOf({ families }: ReleasedModel): FamilyCost[] {
  return families.map((family) => {
    const { privacy, tables } = family
    if (!privacy) return null
    return {
      tables: tables.map(({ name }) => name),
      unit: privacy.unit,
      epsilon: privacy.epsilon,
      delta: privacy.delta,
      stated: privacy.ledger.reduce((sum, { rho }) => sum + rho, 0),
      shown: shownBy(family),
    }
  })
}

/** Noise sigma on the cells of a table costs a row 1 / (2 sigma^2), and a unit with m rows m^2 times that. */
function shownBy({ tables }: ReleasedFamily): number {
  const rowsPerUnit: number[] = []
  let rho = 0
  for (const [place, { links, model }] of tables.entries()) {
    const { parent } = links
    const ofParent = parent && at(tables, parent.place).links
    const maxRows = ofParent?.children.find((child) => child.place === place)?.maxRows ?? 1
    const rows = parent ? at(rowsPerUnit, parent.place) * maxRows : 1
    rowsPerUnit.push(rows)
    if (!('pairs' in model)) continue
    const { pairs } = model
    const perRow = [
      pairs.tables.length / (2 * pairs.sigma ** 2),
      ...pairs.closer.map(({ sigma }) => 1 / (2 * sigma ** 2)),
    ]
    rho += perRow.reduce((sum, cost) => sum + cost, 0) * rows ** 2
  }
  return rho
}
