/** Puts a preview's columns into order and words. */
import type { AgreedColumn, PreviewColumn, PreviewSummary, ShownPreview } from '@semblance/contract'
import { isNumberKind } from '@semblance/contract'
import { count, percent } from '@/lib/format.ts'

export type ShownColumn = {
  name: string
  /** Its place among the cells of a row; null for one that is missing. */
  place: number | null
  column: PreviewColumn | null
  agreed: AgreedColumn | null
}

/**
 * Returns the agreed columns first, in their order and missing ones in their place, then the others. Where most are missing,
 * these come last.
 */
export function orderColumns(
  table: PreviewSummary,
  { agreed, tables }: Pick<ShownPreview, 'agreed' | 'tables'>,
): ShownColumn[] {
  const asked = (agreed ?? []).filter((one) => tables.length === 1 || one.table === table.name)
  const placeOf = (name: string | null) => table.columns.findIndex((one) => one.name === name)
  const first = asked.map((one): ShownColumn => {
    const place = placeOf(one.column)
    const column = table.columns[place] ?? null
    return { name: column?.name ?? one.name, place: column && place, column, agreed: one }
  })
  const isThere = ({ place }: ShownColumn) => place !== null
  const isMostlyThere = 2 * first.filter(isThere).length >= first.length
  const taken = new Set(first.map(({ place }) => place))
  const others = table.columns.flatMap((column, place): ShownColumn[] =>
    taken.has(place) ? [] : [{ name: column.name, place, column, agreed: null }],
  )
  if (isMostlyThere) return [...first, ...others]
  return [...first.filter(isThere), ...others, ...first.filter((one) => !isThere(one))]
}

export type Tally = {
  matched: AgreedColumn[]
  differing: AgreedColumn[]
  missing: AgreedColumn[]
  /** Columns outside the data contract. */
  extra: string[]
}

export function tallyOf(preview: Pick<ShownPreview, 'agreed' | 'tables'>): Tally {
  const agreed = preview.agreed ?? []
  const of = (state: AgreedColumn['state']) => agreed.filter((one) => one.state === state)
  const extra = preview.tables.flatMap((table) =>
    orderColumns(table, preview).flatMap((one) => (one.agreed ? [] : [one.name])),
  )
  return {
    matched: of('matched'),
    differing: of('differs'),
    missing: of('missing'),
    extra: preview.agreed ? extra : [],
  }
}

/** Returns the words below a column's plot: "21 to 95", "12 values". */
export function factsOf({ kind, range, distinct, missing }: PreviewColumn, rows: number): string {
  if (missing === rows) return 'no value'
  if (missing * 5 >= rows) return `${percent(missing / rows, 0)} missing`
  if (kind === 'pii' || kind === 'key' || kind === 'text') return 'replaced'
  if (range) return range.low === range.high ? `only ${range.low}` : `${range.low} to ${range.high}`
  return distinct === 1 ? '1 value' : `${count(distinct)} values`
}

export const isRightAligned = (column: PreviewColumn | null) =>
  column !== null && isNumberKind(column.kind)
