/** Holds a twin against what was measured of its original, for claims about accuracy and pairs. */
import type { DataClaim, FindingOutcome, FindingReason, NoisyPercent } from '@semblance/contract'
import type { Agreement, TableAgainstModel } from '@semblance/synth'
import {
  type DeliveredData,
  type DeliveredTable,
  reportedPercent,
  wantedAccuracy,
} from './delivered-data.ts'
import { type Judgement, unknownFor } from './judgement.ts'

/** Values of a column that the report compares in groups; fewer groups make a twin look closer. */
const REPORT_GROUPS = 10

/** `tables` is null where no model was kept, or where it is of other tables. */
export type Against = { hasModel: boolean; tables: TableAgainstModel[] | null }

/** Judges the accuracy of the least faithful table. */
export function judgeAccuracy(data: DeliveredData, against: Against): Judgement {
  if (data.isMeasuredByVendor) return unknownFor('measured_by_vendor')
  const wantedPercent = wantedAccuracy(data)
  if (wantedPercent === null) return unknownFor('no_figures')
  if (!against.tables) return unknownFor(against.hasModel ? 'not_measured' : 'no_model')
  const scores: (NoisyPercent & { table: string; isCoarse: boolean })[] = []
  for (const table of data.tables) {
    const found = tableAgainst(against.tables, table, data)
    if (!found) return unknownFor('not_measured')
    const score = scoreOf(table, found)
    if (!score) return unknownFor('no_figures')
    scores.push({ ...score, table: table.name, isCoarse: isCoarse(found) })
  }
  const least = scores.toSorted((a, b) => a.high - b.high)[0]
  if (!least) return unknownFor('no_figures')
  const { table, isCoarse: _, ...found } = least
  const lowest = { ...found, low: Math.min(...scores.map(({ low }) => low)) }
  return {
    ...compare(
      lowest,
      wantedPercent,
      scores.some((score) => score.isCoarse),
    ),
    measured: {
      type: 'accuracy',
      table,
      found: lowest,
      wantedPercent,
      reportedPercent: reportedPercent(data.tables),
    },
  }
}

export function judgePair(
  claim: Extract<DataClaim, { type: 'pair' }>,
  data: DeliveredData,
  against: Against,
): Judgement {
  if (data.isMeasuredByVendor) return unknownFor('measured_by_vendor')
  if (!against.tables) return unknownFor(against.hasModel ? 'not_measured' : 'no_model')
  const table = data.tables.find(({ name }) => name === claim.table)
  const stated = table?.report.fidelity.accuracy
  if (!table || !stated) return unknownFor('no_figures')
  const found = tableAgainst(against.tables, table, data)
  const pair = found?.pairs.find(({ columns }) =>
    claim.columns.every((name) => columns.includes(name)),
  )
  if (!found || !pair) return unknownFor('not_measured')
  const agreement = percentOf(pair.agreement)
  const wantedPercent = tenths(stated.bivariate)
  return {
    ...compare(agreement, wantedPercent, isCoarse(found)),
    measured: { type: 'pair', found: agreement, wantedPercent },
  }
}

/** Below what is wanted at the most is confirmed, not below it at the least is refuted: unless groups flatter the twin. */
function compare(
  { low, high }: NoisyPercent,
  wantedPercent: number,
  isFlattered: boolean,
): { outcome: FindingOutcome; reason: FindingReason | null } {
  if (high < wantedPercent) return { outcome: 'confirmed', reason: null }
  if (low < wantedPercent) return { outcome: 'inconclusive', reason: 'noise' }
  return isFlattered
    ? { outcome: 'inconclusive', reason: 'too_coarse' }
    : { outcome: 'refuted', reason: null }
}

const tableAgainst = (
  tables: TableAgainstModel[],
  { name }: DeliveredTable,
  data: DeliveredData,
) => (data.tables.length === 1 ? tables[0] : tables.find((one) => one.name === name))

const isCoarse = ({ accuracy, pairs }: TableAgainstModel) =>
  pairs.length > 0 && accuracy.pairGroups < REPORT_GROUPS

/**
 * Returns the quality score of a table by its model: single columns and pairs as they agree with what was measured,
 * triples as the report states them, at most as much as pairs, which no triple exceeds. Null if a part is missing.
 */
export function scoreOf(
  { report: { fidelity } }: Pick<DeliveredTable, 'report'>,
  { accuracy: { univariate, bivariate }, columns }: Pick<TableAgainstModel, 'accuracy' | 'columns'>,
): NoisyPercent | null {
  const { accuracy, ceiling, interval } = fidelity
  const pairs = bivariate ?? (columns.length < 2 ? univariate : null)
  if (!accuracy || !interval || !pairs) return null
  // The noise of a mean of three parts that are each as noisy.
  const reach = (Math.sqrt(3) * ceiling * (interval.high - interval.low)) / 2
  const score = (one: number, two: number, triples: number) => {
    const overall = (one + two + Math.min(two, triples)) / 3
    return Math.max(0, Math.min(100, (100 * overall) / Math.max(1e-9, ceiling)))
  }
  const { trivariate } = accuracy
  return {
    value:
      univariate.value === null || pairs.value === null
        ? null
        : score(univariate.value, pairs.value, trivariate),
    low: score(univariate.low, pairs.low, trivariate - reach),
    high: score(univariate.high, pairs.high, trivariate + reach),
  }
}

const percentOf = ({ value, low, high }: Agreement): NoisyPercent => ({
  value: value === null ? null : 100 * value,
  low: 100 * low,
  high: 100 * high,
})

/** Returns a share in percent, rounded to tenths. */
const tenths = (share: number) => Math.round(1000 * share) / 10
