import type { ColumnSchema } from '../../schema/column-schema.ts'

type Ranged = Pick<ColumnSchema, 'kind' | 'decimals' | 'unitSeconds'>

/** Edges as they are read: numbers with their decimals, moments in epoch milliseconds. */
function readableEdges(edges: number[], { kind, decimals, unitSeconds }: Ranged): number[] {
  if (isTime(kind)) return edges.map((edge) => edge * unitSeconds * 1000)
  return edges.map((edge) => edge / 10 ** decimals)
}

/** Labels each range between coded edges: "40", "41–49", or the moment at which it begins. */
export function rangeLabels(edges: number[], schema: Ranged): string[] {
  const read = readableEdges(edges, schema)
  if (isTime(schema.kind)) {
    const part = partOfMoments(read)
    return read.slice(0, -1).map((edge) => writeMoment(edge, part))
  }
  const [step] = readableEdges([1], schema) as [number]
  return read.slice(0, -1).map((low, i) => {
    const last = read[i + 1]! - step
    return edges[i + 1]! - edges[i]! === 1
      ? writeNumber(low)
      : `${writeNumber(low)}${low < 0 ? ' to ' : '–'}${writeNumber(last)}`
  })
}

const isTime = (kind: Ranged['kind']) => kind === 'date' || kind === 'timestamp'

function writeNumber(value: number): string {
  return new Intl.NumberFormat('en-US', {
    maximumSignificantDigits: 4,
    useGrouping: Math.abs(value) >= 10_000,
    ...(Math.abs(value) >= 1e5 && { notation: 'compact' }),
  }).format(value)
}

const DAY_MS = 86_400_000

/**
 * Returns the part of an ISO date that distinguishes the moments: month, day, or time of a day of
 * the year.
 */
function partOfMoments(edges: number[]): readonly [number, number] {
  const span = edges.at(-1)! - edges[0]!
  if (span > 2 * 365 * DAY_MS) return [0, 'YYYY-MM'.length]
  if (span > 20 * DAY_MS) return [0, 'YYYY-MM-DD'.length]
  return ['YYYY-'.length, 'YYYY-MM-DDThh:mm'.length]
}

function writeMoment(value: number, part: readonly [number, number]): string {
  const date = new Date(value)
  return Number.isNaN(date.getTime())
    ? ''
    : date
        .toISOString()
        .slice(...part)
        .replace('T', ' ')
}
