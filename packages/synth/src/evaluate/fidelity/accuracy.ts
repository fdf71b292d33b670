import type { Accuracy, BinSource, Similarity } from '../evaluation.ts'
import type { Codes } from './pair-trends.ts'

/** Wide tables have more triples; then this many, evenly spread, stand for all. */
export const MAX_TRIPLES = 300

export type DetailedAccuracy = Omit<Accuracy, 'binsFrom'> & {
  columns: Similarity[]
  /** Row-major by pair; 1 on the diagonal. */
  pairs: number[][]
}

/** Says what ceilings are made of: a table's frequencies, and how many rows the original is taken to have. */
export type Ceiling = { from: BinSource; originalRows?: number }

/**
 * Returns 1 - total variation of the original's and the twin's frequencies, averaged over columns,
 * pairs and triples, with the average value of two samples of these sizes from one distribution: that
 * of the table `ceiling.from`, the twin where using the original's would cost budget, which needs the
 * noisy number of its rows too.
 * One row of n moves each mean by at most 1 / n. Source: mostlyai-qa's accuracy, with its analytic
 * ceiling.
 */
export function measureAccuracy(
  original: Codes[],
  synthetic: Codes[],
  ceiling: Ceiling = { from: 'original' },
  maxTriples = MAX_TRIPLES,
): DetailedAccuracy {
  const compare = (own: Counts, made: Counts) => compareFrequencies(own, made, ceiling)
  const places = original.map((_, j) => j)
  const columns = places.map((j) => compare(countCodes(original[j]!), countCodes(synthetic[j]!)))
  const pairs = places.map((a) => places.map((b) => Number(a === b)))
  const pairLikenesses: Similarity[] = []
  const tripleLikenesses: Similarity[] = []
  const triples = groupByPair(spread(listTriples(places), maxTriples), places.length)
  for (const a of places) {
    for (const b of places.slice(a + 1)) {
      const [own, made] = [original, synthetic].map((codes) => joinCodes(codes[a]!, codes[b]!))
      const likeness = compare(countCodes(own!), countCodes(made!))
      pairLikenesses.push(likeness)
      pairs[a]![b] = pairs[b]![a] = likeness.value
      for (const c of triples[a * places.length + b]!) {
        tripleLikenesses.push(
          compare(countJoint(own!, original[c]!), countJoint(made!, synthetic[c]!)),
        )
      }
    }
  }
  const univariate = meanSimilarity(columns)
  const bivariate = pairLikenesses.length > 0 ? meanSimilarity(pairLikenesses) : univariate
  const trivariate = tripleLikenesses.length > 0 ? meanSimilarity(tripleLikenesses) : bivariate
  const overall = meanSimilarity([univariate, bivariate, trivariate])
  return { univariate, bivariate, trivariate, overall, columns, pairs }
}

type Counts = { table: Int32Array; total: number }

/** Two columns as one, row-major. */
function joinCodes(a: Codes, b: Codes): Codes {
  const codes = new Int32Array(a.codes.length)
  for (let row = 0; row < codes.length; row++)
    codes[row] = a.codes[row]! * b.codeCount + b.codes[row]!
  return { codes, codeCount: a.codeCount * b.codeCount }
}

function countCodes({ codes, codeCount }: Codes): Counts {
  const table = new Int32Array(codeCount)
  for (let row = 0; row < codes.length; row++) table[codes[row]!]!++
  return { table, total: codes.length }
}

/** Counts two columns as `joinCodes` puts them together, without their codes. */
function countJoint(a: Codes, b: Codes): Counts {
  const table = new Int32Array(a.codeCount * b.codeCount)
  const [ofA, ofB, size] = [a.codes, b.codes, b.codeCount]
  for (let row = 0; row < ofA.length; row++) table[ofA[row]! * size + ofB[row]!]!++
  return { table, total: ofA.length }
}

function compareFrequencies(
  original: Counts,
  synthetic: Counts,
  { from, originalRows = original.total }: Ceiling,
): Similarity {
  const { table, total } = from === 'original' ? original : synthetic
  const scale = Math.sqrt((2 / Math.PI) * (1 / originalRows + 1 / synthetic.total))
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

function meanSimilarity(likenesses: Similarity[]): Similarity {
  const mean = (of: (likeness: Similarity) => number) =>
    likenesses.reduce((sum, likeness) => sum + of(likeness), 0) / likenesses.length
  return { value: mean(({ value }) => value), ceiling: mean(({ ceiling }) => ceiling) }
}

function listTriples(places: number[]): number[][] {
  return places.flatMap((a) =>
    places.slice(a + 1).flatMap((b) => places.slice(b + 1).map((c) => [a, b, c])),
  )
}

/** The third columns of triples, by the first two, row-major. */
function groupByPair(triples: number[][], columnCount: number): number[][] {
  const thirds = Array.from({ length: columnCount * columnCount }, (): number[] => [])
  for (const [a, b, c] of triples) thirds[a! * columnCount + b!]!.push(c!)
  return thirds
}

/** Returns at most `limit` items of a list at equal distances. */
function spread<T>(list: T[], limit: number): T[] {
  if (list.length <= limit) return list
  return Array.from({ length: limit }, (_, i) => list[Math.floor((i * list.length) / limit)]!)
}
