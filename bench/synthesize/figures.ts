/**
 * Figures of a twin that averages of accuracy hide: means, mass outside the original's range,
 * values that many rows share, strong correlations, and relations that hold between columns.
 */

import { isOrdered } from '../../packages/synth/src/schema/column-schema.ts'
import type { Table, TableColumn } from './tables.ts'

/** Relations by table: each is true for a row that breaks what nearly all original rows keep. */
export type Relations = Record<string, (row: Record<string, number>) => boolean>

/** A value held by at least this share of the rows is a spike. */
const SPIKE_SHARE = 0.01
/** Rank correlations above this are strong. */
const STRONG = 0.7

/** Compares the numbers of a twin with the original's. Shares are of rows, errors relative. */
export function numberFigures(original: Table, twin: Table, relations: Relations) {
  const pairs = original.columns
    .map((column, j) => ({ column, made: twin.columns[j]! }))
    .filter(({ column }) => isOrdered(column.schema.kind))
  const means = pairs.map(({ column, made }) => Math.abs(mean(made) / mean(column) - 1))
  const strong = strongCorrelationError(
    pairs.map(({ column }) => column),
    pairs.map(({ made }) => made),
  )
  return {
    meanErrorMedian: median(means),
    meanErrorMax: Math.max(0, ...means),
    outsideMax: Math.max(0, ...pairs.map(({ column, made }) => shareOutside(column, made))),
    spikeError: spikeError(pairs),
    ...(strong === null ? {} : { strongSpearmanError: strong }),
    ...brokenShares(twin, relations),
  }
}

/** Returns the mean of each numeric column of the twin over the original's, by name. */
export function meanRatios(original: Table, twin: Table): Record<string, number> {
  const ratios = original.columns.flatMap((column, j) =>
    isOrdered(column.schema.kind)
      ? [[column.schema.name, mean(twin.columns[j]!) / mean(column)] as const]
      : [],
  )
  return Object.fromEntries(ratios)
}

const present = ({ values }: TableColumn) => values.filter((value) => !Number.isNaN(value))

function mean(column: TableColumn): number {
  const values = present(column)
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
}

function shareOutside(column: TableColumn, made: TableColumn): number {
  const own = present(column)
  const low = own.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const high = own.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  const outside = made.values.filter((value) => value < low || value > high).length
  return outside / Math.max(1, made.values.length)
}

/** Mean relative error of the shares of the values that at least 1% of the rows hold. */
function spikeError(pairs: { column: TableColumn; made: TableColumn }[]): number {
  const errors = pairs.flatMap(({ column, made }) => {
    const [own, twin] = [sharesOf(column), sharesOf(made)]
    return [...own]
      .filter(([, share]) => share >= SPIKE_SHARE)
      .map(([value, share]) => Math.abs(share - (twin.get(value) ?? 0)) / share)
  })
  return errors.reduce((sum, error) => sum + error, 0) / Math.max(1, errors.length)
}

function sharesOf(column: TableColumn): Map<number, number> {
  const values = present(column)
  const shares = new Map<number, number>()
  for (const value of values) shares.set(value, (shares.get(value) ?? 0) + 1 / values.length)
  return shares
}

function strongCorrelationError(own: TableColumn[], made: TableColumn[]): number | null {
  const [ranksOfOwn, ranksOfMade] = [own.map(ranks), made.map(ranks)]
  const errors: number[] = []
  for (let a = 0; a < own.length; a++) {
    for (let b = a + 1; b < own.length; b++) {
      const real = correlation(ranksOfOwn[a]!, ranksOfOwn[b]!)
      if (Math.abs(real) <= STRONG) continue
      errors.push(Math.abs(real - correlation(ranksOfMade[a]!, ranksOfMade[b]!)))
    }
  }
  return errors.length > 0 ? errors.reduce((sum, error) => sum + error, 0) / errors.length : null
}

/** Ranks with ties at their mean; NaN where the value is missing. */
function ranks({ values }: TableColumn): Float64Array {
  const order = [...values.keys()]
    .filter((row) => !Number.isNaN(values[row]!))
    .sort((a, b) => values[a]! - values[b]!)
  const ranked = new Float64Array(values.length).fill(Number.NaN)
  for (let start = 0; start < order.length; ) {
    let end = start
    while (end < order.length && values[order[end]!] === values[order[start]!]) end++
    for (let i = start; i < end; i++) ranked[order[i]!] = (start + end - 1) / 2
    start = end
  }
  return ranked
}

/** Pearson's correlation over the rows in which both are present. */
function correlation(x: Float64Array, y: Float64Array): number {
  let [n, sx, sy, sxx, syy, sxy] = [0, 0, 0, 0, 0, 0]
  for (let row = 0; row < x.length; row++) {
    const [a, b] = [x[row]!, y[row]!]
    if (Number.isNaN(a) || Number.isNaN(b)) continue
    n++
    sx += a
    sy += b
    sxx += a * a
    syy += b * b
    sxy += a * b
  }
  return (n * sxy - sx * sy) / Math.sqrt((n * sxx - sx * sx) * (n * syy - sy * sy))
}

/** Share of the rows that break each relation, as `broken: NAME`; numbers are decoded. */
export function brokenShares(table: Table, relations: Relations): Record<string, number> {
  const broken: Record<string, number> = {}
  for (const name of Object.keys(relations)) broken[`broken: ${name}`] = 0
  for (let row = 0; row < table.rowCount; row++) {
    const cells = Object.fromEntries(
      table.columns.map(({ schema, values }) => [
        schema.name,
        isOrdered(schema.kind) ? values[row]! / 10 ** (schema.decimals ?? 0) : values[row]!,
      ]),
    )
    for (const [name, isBroken] of Object.entries(relations))
      if (isBroken(cells)) broken[`broken: ${name}`]! += 1 / table.rowCount
  }
  return broken
}
