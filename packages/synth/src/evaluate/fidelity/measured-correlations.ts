import { MOST_REACH } from '@semblance/plots'
import type { FittedColumn, PrivateModel } from '../../model/fitted-model.ts'
import { cellsOf } from '../../model/measure/cells-of-values.ts'
import type { CellTable, PairTable } from '../../model/measure/pair-tables.ts'
import { at } from '../../model/pairs/at.ts'
import { isOrdered } from '../../schema/column-schema.ts'
import type { PublishedReport } from '../report.ts'
import { HOLDOUT_ONE_IN } from '../samples.ts'
import type { SampleColumn } from '../table-sample.ts'
import {
  correlationOfMoment,
  type MomentSide,
  momentOfCells,
  momentOfGroups,
  standardizeColumn,
} from './moment-correlation.ts'
import { pearson } from './pair-trends.ts'

const MAX_CORRELATED_COLUMNS = 12
/** The reach of a pair that was not measured: it may be anything. */
const UNKNOWN = { value: 0, reach: 2 }

/**
 * Returns Pearson matrices of the first 12 ordered columns that a private model has measured in pairs, values taken at
 * the mean of their bins and clipped at 3 deviations. The original's side is made of the noisy counts alone, so it costs
 * no further privacy; `reach` is half of its 95 % confidence interval. Null for fewer than two columns, or if noise hides
 * all pairs. `twin` has the twin's values of each delivered column, by its position in the table.
 */
export function measuredCorrelations(
  model: PrivateModel,
  twin: Map<number, SampleColumn>,
  rowsPerUnit: number,
): PublishedReport['correlations'] {
  const { context, columns, total } = model
  const chosen = columns
    .map((column, j) => ({ column, place: context.length + j }))
    .filter(({ column }) => isOrdered(column.schema.kind) && twin.has(column.index))
    .slice(0, MAX_CORRELATED_COLUMNS)
    .map(({ column, place }) => {
      const side = { ...standardizeColumn(column), ...sideOf(model, place) }
      return { column, place, side, drawn: drawnScores(column, side, twin.get(column.index)!) }
    })
  const rows = { rows: total.count, held: rowsPerUnit / HOLDOUT_ONE_IN }
  const identity = (): number[][] => chosen.map((_, i) => chosen.map((_, k) => (i === k ? 1 : 0)))
  const [original, synthetic] = [identity(), identity()]
  const reach: number[][] = chosen.map(() => chosen.map(() => 0))
  let isTold = false
  for (const [i, a] of chosen.entries()) {
    for (const [offset, b] of chosen.slice(i + 1).entries()) {
      const k = i + 1 + offset
      const looks = looksAt(model, a.place, b.place)
      const estimates = [
        ...looks.first.map((table) => momentOfGroups(table, model.pairs.sigma, a.side, b.side)),
        ...looks.closer.map((table) => momentOfCells(table, a.side, b.side, total.count)),
      ].map((moment) => correlationOfMoment(moment, rows, a.side, b.side))
      const best = estimates.reduce((p, q) => (q.reach < p.reach ? q : p), UNKNOWN)
      at(original, i)[k] = at(original, k)[i] = best.value
      at(reach, i)[k] = at(reach, k)[i] = best.reach
      at(synthetic, i)[k] = at(synthetic, k)[i] = pearson(a.drawn, b.drawn) || 0
      isTold ||= best.reach <= MOST_REACH
    }
  }
  if (!isTold) return null
  return { columns: chosen.map(({ column }) => column.schema.name), original, synthetic, reach }
}

function sideOf(
  { tree, pairs }: PrivateModel,
  place: number,
): Pick<MomentSide, 'margin' | 'groups'> {
  return { margin: at(tree.margins, place), groups: at(pairs.groups, place) }
}

function looksAt({ pairs }: PrivateModel, a: number, b: number) {
  const isPair = (table: PairTable | CellTable) => table.a === a && table.b === b
  return { first: pairs.tables.filter(isPair), closer: pairs.closer.filter(isPair) }
}

function drawnScores(
  column: FittedColumn,
  { scores }: MomentSide,
  twin: SampleColumn,
): Float64Array {
  const { binOfCell } = column.binning
  return Float64Array.from(cellsOf(column, twin), (cell) => at(scores, at(binOfCell, cell)))
}
