import type { Accuracy, Likeness } from './evaluation.ts'
import type { Codes } from './pair-trends.ts'

/** More columns than this make more triples; then this many, evenly spread, stand for all. */
const MAX_TRIPLES = 2000

export type DetailedAccuracy = Accuracy & {
  columns: Likeness[]
  /** Row-major by pair; 1 on the diagonal. */
  pairs: number[][]
}

/** Which table's frequencies the ceiling is taken from: the twin's where the original's would have to be paid for. */
export type CeilingSource = 'original' | 'synthetic'

/**
 * 1 - total variation of the original's and the twin's frequencies, averaged over columns, pairs and triples, beside
 * the value that two samples of these sizes from one distribution have on average. One row of n moves each mean by at
 * most 1 / n. Source: mostlyai-qa's accuracy, with its analytic ceiling.
 */
export function measureAccuracy(
  original: Codes[],
  synthetic: Codes[],
  ceilingFrom: CeilingSource = 'original',
): DetailedAccuracy {
  const compare = (columns: number[]) =>
    compareFrequencies(
      jointCounts(columns.map((j) => original[j]!)),
      jointCounts(columns.map((j) => synthetic[j]!)),
      ceilingFrom,
    )
  const places = original.map((_, j) => j)
  const columns = places.map((j) => compare([j]))
  const pairs = places.map((a) => places.map((b) => Number(a === b)))
  const pairLikenesses: Likeness[] = []
  for (const a of places) {
    for (const b of places.slice(a + 1)) {
      const likeness = compare([a, b])
      pairLikenesses.push(likeness)
      pairs[a]![b] = pairs[b]![a] = likeness.value
    }
  }
  const univariate = meanLikeness(columns)
  const bivariate = pairLikenesses.length > 0 ? meanLikeness(pairLikenesses) : univariate
  const triples = spread(listTriples(places), MAX_TRIPLES)
  const trivariate = triples.length > 0 ? meanLikeness(triples.map(compare)) : bivariate
  const overall = meanLikeness([univariate, bivariate, trivariate])
  return { univariate, bivariate, trivariate, overall, columns, pairs }
}

type Counts = { table: Int32Array; total: number }

/** Rows by the codes of a few columns, row-major in their order. */
function jointCounts(columns: Codes[]): Counts {
  const table = new Int32Array(columns.reduce((cells, { codeCount }) => cells * codeCount, 1))
  const total = columns[0]!.codes.length
  const cells = new Int32Array(total)
  for (const { codes, codeCount } of columns) {
    for (let row = 0; row < total; row++) cells[row] = cells[row]! * codeCount + codes[row]!
  }
  for (let row = 0; row < total; row++) table[cells[row]!]!++
  return { table, total }
}

function compareFrequencies(
  original: Counts,
  synthetic: Counts,
  ceilingFrom: CeilingSource,
): Likeness {
  const { table, total } = ceilingFrom === 'original' ? original : synthetic
  const scale = Math.sqrt((2 / Math.PI) * (1 / original.total + 1 / synthetic.total))
  let distance = 0
  let expected = 0
  for (let cell = 0; cell < table.length; cell++) {
    distance += Math.abs(
      original.table[cell]! / original.total - synthetic.table[cell]! / synthetic.total,
    )
    const p = table[cell]! / total
    if (p > 0) expected += Math.sqrt(p * (1 - p))
  }
  return { value: 1 - distance / 2, ceiling: Math.max(0, 1 - (scale * expected) / 2) }
}

function meanLikeness(likenesses: Likeness[]): Likeness {
  const mean = (of: (likeness: Likeness) => number) =>
    likenesses.reduce((sum, likeness) => sum + of(likeness), 0) / likenesses.length
  return { value: mean(({ value }) => value), ceiling: mean(({ ceiling }) => ceiling) }
}

function listTriples(places: number[]): number[][] {
  return places.flatMap((a) =>
    places.slice(a + 1).flatMap((b) => places.slice(b + 1).map((c) => [a, b, c])),
  )
}

/** At most `limit` of a list at equal distances. */
function spread<T>(list: T[], limit: number): T[] {
  if (list.length <= limit) return list
  return Array.from({ length: limit }, (_, i) => list[Math.floor((i * list.length) / limit)]!)
}
