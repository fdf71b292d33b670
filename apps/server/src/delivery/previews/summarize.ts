/** Summarizes a preview for its page, from its synthetic rows alone. */
import {
  type ColumnKind,
  isNumberKind,
  isPassedOn,
  isTimeKind,
  type PreviewColumn,
  type PreviewSummary,
  type PreviewTable,
  SHOWN_PREVIEW_ROWS,
} from '@semblance/contract'
import { csvRecords } from '../../platform/storage/csv-records.ts'

/** Returns the first rows of a table, each column's distribution, and a question with its answer. */
export async function summarizeTable({
  name,
  columns,
  csv,
}: PreviewTable): Promise<PreviewSummary> {
  const [, ...rows] = await recordsOf(csv)
  const cells = columns.map((_, place) => rows.map((row) => row[place] || null))
  return {
    name,
    rows: rows.length,
    columns: columns.map((column, place) => summarizeColumn(column, cells[place] ?? [])),
    firstRows: rows
      .slice(0, SHOWN_PREVIEW_ROWS)
      .map((row) => columns.map((_, place) => row[place] || null)),
    question: answerQuestion(name, columns, cells),
  }
}

async function recordsOf(csv: string): Promise<string[][]> {
  const records: string[][] = []
  const whole = async function* () {
    yield csv
  }
  for await (const batch of csvRecords(whole())) records.push(...batch)
  return records
}

type Cell = string | null

/** Returns the counts of one column; a cell that its kind cannot read is a missing value. */
export function summarizeColumn(
  { name, kind }: { name: string; kind: ColumnKind },
  cells: readonly Cell[],
): PreviewColumn {
  const read = readerOf(kind)
  if (read) return summarizeNumbers({ name, kind }, cells, read)
  const values = cells.filter((cell) => cell !== null)
  const ranked = rank(values)
  const top = isPassedOn(kind) ? ranked.slice(0, MOST_LABELS) : []
  return {
    name,
    kind,
    plot:
      top.length === 0
        ? null
        : {
            type: 'categories',
            labels: top.map(([label]) => label),
            counts: top.map(([, count]) => count),
          },
    distinct: ranked.length,
    missing: cells.length - values.length,
    range: null,
  }
}

const MOST_LABELS = 12
const MOST_BINS = 24

/** Returns how a kind's cells read as numbers; moments are in milliseconds, in UTC. */
function readerOf(kind: ColumnKind): ((cell: string) => number) | null {
  if (isNumberKind(kind)) return Number
  if (!isTimeKind(kind)) return null
  return (cell) =>
    Date.parse(/T.*[Zz+]|T.*-\d\d:/.test(cell) || !cell.includes('T') ? cell : `${cell}Z`)
}

function summarizeNumbers(
  { name, kind }: { name: string; kind: ColumnKind },
  cells: readonly Cell[],
  read: (cell: string) => number,
): PreviewColumn {
  const values = cells
    .flatMap((text) => (text === null ? [] : [{ text, value: read(text) }]))
    .filter(({ value }) => Number.isFinite(value))
    .sort((a, b) => a.value - b.value)
  const [least, middle, most] = [values[0], values[(values.length - 1) >> 1], values.at(-1)]
  const base = {
    name,
    kind,
    distinct: new Set(values.map(({ value }) => value)).size,
    missing: cells.length - values.length,
  }
  if (!least || !middle || !most) return { ...base, plot: null, range: null }
  const edges = edgesOf(least.value, most.value, kind === 'integer')
  return {
    ...base,
    plot: { type: 'histogram', edges, counts: countBins(values, edges) },
    range: { low: least.text, median: middle.text, high: most.text },
  }
}

/** Bins of whole numbers hold equally many of them. */
function edgesOf(low: number, high: number, isWhole: boolean): number[] {
  const span = isWhole ? high - low + 1 : high - low || 1
  const width = isWhole ? Math.ceil(span / MOST_BINS) : span / MOST_BINS
  const bins = Math.max(1, isWhole ? Math.ceil(span / width) : MOST_BINS)
  return Array.from({ length: bins + 1 }, (_, i) => low + i * width)
}

function countBins(values: readonly { value: number }[], edges: readonly number[]): number[] {
  const counts = edges.slice(1).map(() => 0)
  const [low = 0, next = 1] = edges
  for (const { value } of values) {
    const bin = Math.min(counts.length - 1, Math.floor((value - low) / (next - low)))
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  return counts
}

/** Values with their numbers, the most frequent first, then by name. */
function rank<Value extends Cell>(values: readonly Value[]): [Value, number][] {
  const counts = new Map<Value, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort(([a, m], [b, n]) => n - m || (String(a) < String(b) ? -1 : 1))
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Answers how many rows each value of the first grouping column has. */
function answerQuestion(
  table: string,
  columns: PreviewTable['columns'],
  cells: readonly (readonly Cell[])[],
): PreviewSummary['question'] {
  const grouped = columns
    .map(({ name, kind }, place) => ({ name, kind, values: cells[place] ?? [] }))
    .find(({ kind, values }) => kind === 'category' && new Set(values).size > 1)
  if (!grouped) return null
  return {
    sql: `SELECT ${quoted(grouped.name)}, count(*) AS "rows"\nFROM ${quoted(table)}\nGROUP BY ALL\nORDER BY "rows" DESC, ${quoted(grouped.name)}\nLIMIT 5`,
    columns: [grouped.name, 'rows'],
    rows: rank(grouped.values)
      .slice(0, 5)
      .map(([value, count]) => [value ?? 'null', String(count)]),
  }
}
