/** The census2k tables of testdata, coded for comparison; see the README there. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { SampleColumn, TableSample } from '../src/evaluate/table-sample.ts'

const names = ['trn', 'hol', 'syn_mostly', 'syn_flip30'] as const
export type CensusName = (typeof names)[number]

/** The upstream generator's sign for rare categories: to its evaluation a category apart, which none of ours is. */
const RARE = '_RARE_'

/**
 * Reads the tables as pandas does: "?" is an ordinary category. `_RARE_` counts as missing, which
 * is a category of its own.
 */
export function readCensus(): { columns: string[]; tables: Record<CensusName, TableSample> } {
  const files = names.map((name) => {
    const file = new URL(`../testdata/census2k-${name}.csv.gz`, import.meta.url)
    const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split(/\r?\n/)
    return lines.map((line) => line.split(','))
  })
  const columns = files[0]![0]!
  const raw = files.map((rows) => rows.slice(1))
  const coded = columns.map((_, j) => codeColumn(raw.map((rows) => rows.map((row) => row[j]!))))
  const tables = names.map((name, t) => [
    name,
    { rowCount: raw[t]!.length, columns: coded.map((column) => column[t]!) },
  ])
  return { columns, tables: Object.fromEntries(tables) }
}

/** The same column of every table, with common codes. */
function codeColumn(texts: string[][]): SampleColumn[] {
  const isNumeric = texts.every((own) => own.every((text) => Number.isFinite(Number(text))))
  if (isNumeric) {
    return texts.map((own) => ({ type: 'continuous', values: Float64Array.from(own, Number) }))
  }
  const labels = new Set(texts.flat())
  labels.delete(RARE)
  const codes = new Map([...labels].map((label, code) => [label, code]))
  return texts.map((own) => ({
    type: 'category',
    values: Int32Array.from(own, (text) => codes.get(text) ?? -1),
    codeCount: codes.size,
  }))
}
