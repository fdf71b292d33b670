/** Figures of a twin and what a listing shows of its columns: read from the stored reports. Pure. */
import {
  columnKinds,
  type ListingColumn,
  type ListingContent,
  type ListingFigures,
  type PrivacyLevel,
  privacyEpsilons,
  privacyLevels,
  type StoredListing,
} from '@semblance/contract'
import { outcomeOf } from '@semblance/plots'
import { measuredAccuracy, type Twin } from '../deliveries/service.ts'

type Report = Twin['tables'][number]['report']

/** Returns the figures of a twin; null for one without a formal guarantee. */
export function figuresOf({ delivery, tables }: Twin): ListingFigures | null {
  const [main, ...others] = tables.map(({ report }) => report)
  if (!main || !delivery.finished_at) return null
  const reports: [Report, ...Report[]] = [main, ...others]
  const guarantees = reports.map(({ privacy: { epsilon, delta } }) => ({ epsilon, delta }))
  if (guarantees.some(({ epsilon, delta }) => epsilon === null || delta === null)) return null
  const { tenths, interval } = measuredAccuracy(reports)
  const outcomes = reports.flatMap(({ privacy }) => privacy.checks.map(outcomeOf))
  const counted = (wanted: (typeof outcomes)[number]) =>
    outcomes.filter((outcome) => outcome === wanted).length
  return {
    tables: tables.map(({ name, report: { rows } }) => ({
      name,
      rows: rows.synthetic,
      columns: rows.columns,
    })),
    records: Math.max(...reports.map(({ rows }) => rows.synthetic)),
    columns: reports.reduce((sum, { rows }) => sum + rows.columns, 0),
    accuracy: {
      percent: tenths / 10,
      interval: interval && { low: interval.lowTenths / 10, high: interval.highTenths / 10 },
    },
    epsilon: Math.max(...guarantees.map(({ epsilon }) => epsilon ?? 0)),
    delta: Math.max(...guarantees.map(({ delta }) => delta ?? 0)),
    checks: {
      passed: counted('passed'),
      failed: counted('failed'),
      inconclusive: counted('inconclusive'),
    },
    deliveredAt: delivery.finished_at,
  }
}

/** Lists all columns of a twin, in the order of its tables, with an empty description each. */
export const dictionaryOf = ({ tables }: Pick<Twin, 'tables'>): ListingContent['dictionary'] =>
  tables.flatMap(({ name: table, report }) =>
    report.columns.map(({ name }) => ({ table, name, description: '' })),
  )

const keyOf = ({ table, name }: { table: string; name: string }) => JSON.stringify([table, name])

/** Returns the columns of the twin with the descriptions that are given; of columns that it lacks, nothing. */
export function describeColumns(
  twin: Pick<Twin, 'tables'>,
  given: ListingContent['dictionary'],
): ListingContent['dictionary'] {
  const texts = new Map(given.map((column) => [keyOf(column), column.description]))
  return dictionaryOf(twin).map((column) => ({
    ...column,
    description: texts.get(keyOf(column)) ?? '',
  }))
}

/** Returns each column with its distribution, of which the twin's side alone is shown. */
export function columnsOf(
  { tables }: Twin,
  dictionary: ListingContent['dictionary'],
): ListingColumn[] {
  const texts = new Map(dictionary.map((column) => [keyOf(column), column.description]))
  return tables.flatMap(({ name: table, report }) =>
    report.columns.map(({ name, kind, plot }) => ({
      table,
      name,
      kind: columnKinds.find((each) => each === kind) ?? null,
      description: texts.get(keyOf({ table, name })) ?? '',
      plot: plot && twinSide(plot),
    })),
  )
}

function twinSide(plot: NonNullable<Report['columns'][number]['plot']>): ListingColumn['plot'] {
  if (plot.type === 'categories')
    return { type: plot.type, labels: plot.labels, shares: plot.synthetic }
  return { type: plot.type, edges: plot.edges, shares: plot.synthetic, format: plot.format }
}

/** Returns the shares of rows in the bins of the first histogram; empty without one. */
export function shapeOf({ tables }: Pick<Twin, 'tables'>): number[] {
  const plots = tables.flatMap(({ report }) => report.columns.map(({ plot }) => plot))
  return plots.find((plot) => plot?.type === 'histogram')?.synthetic ?? []
}

/** Returns the strictest privacy level that an epsilon keeps. */
export const levelOf = (epsilon: number): PrivacyLevel =>
  privacyLevels.findLast((level) => epsilon <= privacyEpsilons[level]) ?? 'standard'

/** The least that an agreement can state as its minimum accuracy, in percent. */
const LEAST_ACCURACY = 50

/** Returns the minimum accuracy that a copy is sold with: what was measured, in whole percent; null below what can be agreed on. */
export const minAccuracyOf = (percent: number): number | null =>
  percent >= LEAST_ACCURACY ? Math.floor(percent) : null

export const toStored = (content: ListingContent): StoredListing => ({
  ...content,
  options: content.options.map((option) => ({ ...option, priceCents: String(option.priceCents) })),
})

export const fromStored = (stored: StoredListing): ListingContent => ({
  ...stored,
  options: stored.options.map((option) => ({ ...option, priceCents: BigInt(option.priceCents) })),
})

/** Returns the lowest price of the options; null without any. */
export const lowestPriceOf = ({ options }: Pick<ListingContent, 'options'>): bigint | null =>
  options.reduce<bigint | null>(
    (least, { priceCents }) => (least === null || priceCents < least ? priceCents : least),
    null,
  )
