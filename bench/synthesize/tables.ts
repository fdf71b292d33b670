/** Public tables in memory for the accuracy bench: reading them, counting them, drawing twins of them. */

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { drawColumns } from '../../packages/synth/src/draw/draw-columns.ts'
import { sampleBins } from '../../packages/synth/src/draw/sample-bins.ts'
import type { SampleColumn, TableSample } from '../../packages/synth/src/evaluate/table-sample.ts'
import type { FittedModel } from '../../packages/synth/src/model/fitted-model.ts'
import type { RandomSource } from '../../packages/synth/src/random/random-source.ts'
import type { ColumnSchema } from '../../packages/synth/src/schema/column-schema.ts'
import { isOrdered } from '../../packages/synth/src/schema/column-schema.ts'
import { blankColumn } from '../../packages/synth/testing/blank-column.ts'

/** Missing values are NaN; categories are positions in `labels`. */
export type TableColumn = { schema: ColumnSchema; values: Float64Array; labels: string[] }
export type Table = { rowCount: number; columns: TableColumn[] }

/** Reads a comma-separated file, gzipped or not, any line end; quotes enclose no commas. */
export function readRecords(directory: string, file: string): string[][] {
  const bytes = readFileSync(path.join(directory, file))
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return text
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split(',').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')))
}

/**
 * Converts columns to a table: those with more than two values, all numbers, are ordered; others
 * are categories.
 */
export function tableOf(names: string[], records: string[][]): Table {
  const columns = names.map((name, j) => {
    const cells = records.map((record) => record[j]!)
    const filled = cells.filter((cell) => !isMissing(cell))
    const distinct = new Set(filled)
    const isNumeric = distinct.size > 2 && filled.every((cell) => Number.isFinite(Number(cell)))
    const decimals = isNumeric ? Math.max(0, ...[...distinct].map(decimalsOf)) : 0
    const labels = isNumeric ? [] : [...distinct].sort()
    const codes = new Map(labels.map((label, code) => [label, code]))
    const values = Float64Array.from(cells, (cell) => {
      if (isMissing(cell)) return Number.NaN
      return isNumeric ? Math.round(Number(cell) * 10 ** decimals) : codes.get(cell)!
    })
    const kind = !isNumeric ? 'category' : decimals > 0 ? 'number' : 'integer'
    return { schema: schemaOf(name, kind, decimals), values, labels }
  })
  return { rowCount: records.length, columns }
}

const isMissing = (cell: string): boolean => cell === '' || cell === '?'
const decimalsOf = (cell: string): number => (cell.split('.')[1] ?? '').length

function schemaOf(name: string, kind: ColumnSchema['kind'], decimals: number): ColumnSchema {
  return {
    ...blankColumn,
    name,
    kind,
    decimals,
  }
}

/** Declares every category and every bound of the table, as for a public domain. */
export function declareDomain(table: Table, bounds: Record<string, [number, number]>): Table {
  const columns = table.columns.map((column) => {
    const declared = bounds[column.schema.name]
    const schema = declared
      ? { ...column.schema, bounds: { low: declared[0], high: declared[1] } }
      : { ...column.schema, values: column.labels }
    return { ...column, schema }
  })
  return { ...table, columns }
}

export function takeRows(table: Table, rows: Int32Array): Table {
  const columns = table.columns.map((column) => ({
    ...column,
    values: Float64Array.from(rows, (row) => column.values[row]!),
  }))
  return { rowCount: rows.length, columns }
}

/**
 * Draws a twin as numbers: categories by the original's codes, the pool of unpublished ones as one
 * more.
 */
export function drawTwin(
  model: FittedModel,
  original: Table,
  rowCount: number,
  random: RandomSource,
): Table {
  const bins = sampleBins(model, rowCount, random)
  const drawn = drawColumns(model, bins, random)
  const columns = model.columns.map((column, i) => {
    const { labels } = original.columns[i]!
    const own = drawn[i]!
    if (own.type === 'numbers') return { schema: column.schema, labels, values: own.values }
    const codes = new Map(labels.map((label, code) => [label, code]))
    const codeOf = (code: number) => codes.get(own.labels[code]!) ?? labels.length
    const values = Float64Array.from(own.codes, (code) => (code < 0 ? Number.NaN : codeOf(code)))
    return { schema: column.schema, labels, values }
  })
  return { rowCount, columns }
}

/** Returns the table as the evaluation sees it. */
export function sampleOf({ rowCount, columns }: Table): TableSample {
  const sampled = columns.map(({ schema, values, labels }): SampleColumn => {
    if (isOrdered(schema.kind)) return { type: 'continuous', values }
    const codes = Int32Array.from(values, (value) => (Number.isNaN(value) ? -1 : value))
    return { type: 'category', values: codes, codeCount: labels.length + 1 }
  })
  return { rowCount, columns: sampled }
}
