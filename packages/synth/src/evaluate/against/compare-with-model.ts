import type { FittedColumn, FittedModel, PrivateModel } from '../../model/fitted-model.ts'
import { countedBins } from '../../model/fitted-model.ts'
import { asDelivered, poolCell } from '../../model/fitted-rules.ts'
import type { Measure } from '../../model/measure/measure.ts'
import { binSource } from '../../model/measure/measure-columns.ts'
import { type BinGroups, sumByGroup, sumByGroups } from '../../model/measure/pair-tables.ts'
import { at } from '../../model/pairs/at.ts'
import { binOrderOf, groupBins } from '../../model/pairs/group-bins.ts'
import { noisyBins, sumByBin } from '../../model/protected/merge-bins.ts'
import type { ColumnKind } from '../../schema/column-schema.ts'
import {
  type Agreement,
  agreementOf,
  type ComparedRows,
  MOST_NOISE,
  meanAgreement,
  meanDistance,
  reachOf,
  type SeenDistance,
  seenDistance,
} from './noisy-distance.ts'

/**
 * Compares a twin with the rows that a model was measured on, by the model's noisy figures alone. All shares are of rows that
 * agree: 1 - total variation over groups of values.
 */
export type TableAgainstModel = {
  name: string
  /** Rows of the twin, and those measured, with a 95 % confidence interval; about a fifth of the original is held out. */
  rows: { twin: number; measured: { value: number; low: number; high: number } }
  columns: { name: string; kind: ColumnKind; agreement: Agreement }[]
  /** Every pair that was measured, with columns that rules compute others from, and those of a parent table. */
  pairs: { columns: [string, string]; agreement: Agreement }[]
  /** Means over columns and pairs, and the mean of both; `bivariate` is null without pairs. */
  accuracy: {
    univariate: Agreement
    bivariate: Agreement | null
    overall: Agreement
    /** The most groups that each column of a pair was divided into: fewer where there is more noise. */
    pairGroups: number
  }
  notJudged: NotJudged[]
}

/** Names what a model cannot show of a twin: all of it needs rows of the original, or figures that were not kept. */
export type NotJudged = 'attacks' | 'pairs' | 'triples' | 'order_of_rows'

/** Values of a column are compared in so many groups. */
const GROUPS = { most: 10, least: 3 }

/**
 * Compares the rows that `twin` counts, binned by the model's columns, with the model. `twinRows` are all of the twin's,
 * of which those without a parent are not counted.
 */
export async function compareWithModel(
  name: string,
  model: FittedModel,
  twin: Pick<Measure, 'bin' | 'countRows' | 'countTables'>,
  twinRows: number,
): Promise<TableAgainstModel> {
  const { total } = model
  const counted = await twin.countRows()
  const rows: ComparedRows = {
    measured: total.count,
    variance: total.variance,
    twin: Math.max(1, counted),
  }
  const delivered = asDelivered(model).columns
  const placed = [...model.context, ...model.columns]
  await twin.bin(
    new Map([...placed, ...delivered].map((column) => [column.index, binSource(column)])),
  )
  const marginals = await twin.countTables(delivered.map((column) => [countedBins(column)]))
  const ofColumns = delivered.map((column, i) => columnDistance(column, at(marginals, i), rows))
  const univariate = agreementOf(meanDistance(ofColumns))
  const found = 'pairs' in model ? await comparePairs(model, placed, twin, rows) : null
  const bivariate = found && agreementOf(meanDistance(found.pairs.map(({ distance }) => distance)))
  const reach = 1.96 * Math.sqrt(total.variance)
  const measured = { value: total.count, low: total.count - reach, high: total.count + reach }
  return {
    name,
    rows: { twin: twinRows, measured },
    columns: delivered.map(({ schema }, i) => ({
      name: schema.name,
      kind: schema.kind,
      agreement: agreementOf(at(ofColumns, i)),
    })),
    pairs: (found?.pairs ?? []).map(({ columns, distance }) => ({
      columns,
      agreement: agreementOf(distance),
    })),
    accuracy: {
      univariate,
      bivariate,
      overall: bivariate ? meanAgreement([univariate, bivariate]) : univariate,
      pairGroups: found?.groups ?? 0,
    },
    notJudged: notJudged(model, bivariate !== null, delivered.length),
  }
}

function notJudged(model: FittedModel, hasPairs: boolean, columnCount: number): NotJudged[] {
  return [
    'attacks',
    ...(hasPairs || columnCount < 2 ? [] : (['pairs'] as const)),
    ...(columnCount > 2 ? (['triples'] as const) : []),
    ...('pairs' in model && model.series ? (['order_of_rows'] as const) : []),
  ]
}

/** Neighboring bins of a column are joined, by the noisy counts, into groups of about as many rows. */
function columnDistance(
  column: FittedColumn,
  twin: Float64Array,
  rows: ComparedRows,
): SeenDistance {
  const { marginal, binning } = column
  const weights = sumByBin(binning.cellWeights, binning)
  const order = binOrderOf(column)
  const groups = withPool(groupBins(weights, GROUPS.most, order), poolBins(column))
  const grouped = {
    ...binning,
    binOfCell: binning.binOfCell.map((bin) => at(groups.groupOf, bin)),
    binCount: groups.count,
  }
  const isExact = marginal.variances.every((variance) => variance === 0)
  const { counts, variances } = noisyBins(marginal, grouped)
  return seenDistance(
    {
      noisy: counts,
      variances: isExact ? new Float64Array(counts.length) : variances,
      twin: sumByGroup(twin, groups),
      isIndependent: false,
    },
    rows,
  )
}

type ComparedPairs = {
  groups: number
  pairs: { columns: [string, string]; distance: SeenDistance }[]
}

/** Compares all pairs in as many groups as noise allows for; null if none was measured. */
async function comparePairs(
  model: PrivateModel,
  placed: FittedColumn[],
  twin: Pick<Measure, 'countTables'>,
  rows: ComparedRows,
): Promise<ComparedPairs | null> {
  const { tables } = model.pairs
  if (tables.length === 0) return null
  const counts = await twin.countTables(
    tables.map(({ a, b }) => [countedBins(at(placed, a)), countedBins(at(placed, b))]),
  )
  for (let groups = GROUPS.most; ; groups--) {
    const pairs = pairsInGroups(model, placed, counts, groups, rows)
    const worst = reachOf(meanDistance(pairs.map(({ distance }) => distance)))
    if (groups === GROUPS.least || worst <= MOST_NOISE / 2) return { groups, pairs }
  }
}

function pairsInGroups(
  { pairs, tree }: PrivateModel,
  placed: FittedColumn[],
  counts: Float64Array[],
  limit: number,
  rows: ComparedRows,
): ComparedPairs['pairs'] {
  const joined = pairs.groups.map((own, j) => {
    const order = binOrderOf(at(placed, j))
    const missingBin = order.missingBin < 0 ? -1 : at(own.groupOf, order.missingBin)
    const margin = sumByGroup(at(tree.margins, j), own)
    const groups = groupBins(margin, limit, { ...order, missingBin })
    return withPool(
      groups,
      poolBins(at(placed, j))?.map((bin) => at(own.groupOf, bin)),
    )
  })
  const ofBins = pairs.groups.map((own, j) => ({
    groupOf: own.groupOf.map((group) => at(at(joined, j).groupOf, group)),
    count: at(joined, j).count,
  }))
  return pairs.tables.map(({ a, b, counts: noisy }, i) => ({
    columns: [at(placed, a).schema.name, at(placed, b).schema.name],
    distance: seenDistance(
      {
        noisy: sumByGroups(noisy, at(joined, a), at(joined, b)),
        variances: sumByGroups(
          new Float64Array(noisy.length).fill(pairs.sigma ** 2),
          at(joined, a),
          at(joined, b),
        ),
        twin: sumByGroups(at(counts, i), at(ofBins, a), at(ofBins, b)),
        isIndependent: true,
      },
      rows,
    ),
  }))
}

/** Returns the bins of rare categories and of the label that a twin writes them as, where the original has it too. */
function poolBins({ values, binning }: FittedColumn): number[] | undefined {
  if (values.type === 'grid') return undefined
  const { labels } = values
  const same = poolCell(labels)
  return same === labels.length
    ? undefined
    : [labels.length, same].map((cell) => at(binning.binOfCell, cell))
}

/** Puts a pool and the label that looks like it into one group. */
function withPool(groups: BinGroups, pool: number[] | undefined): BinGroups {
  if (!pool) return groups
  const [from, to] = [at(groups.groupOf, at(pool, 0)), at(groups.groupOf, at(pool, 1))]
  return { ...groups, groupOf: groups.groupOf.map((group) => (group === from ? to : group)) }
}
