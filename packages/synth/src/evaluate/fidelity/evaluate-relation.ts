import type { Similarity } from '../evaluation.ts'
import type { SampleColumn, TableSample } from '../table-sample.ts'
import { measureAccuracy } from './accuracy.ts'
import { similarityCoder } from './similarity-codes.ts'

/** Rows of a child table, each with its parent's columns, and how many rows each parent has. */
type RelationSample = { counts: SampleColumn; parent: TableSample; child: TableSample }

/**
 * Describes the relation between a twin's rows and those of its parent; exact, so for the
 * original's owner only.
 */
export type RelationEvaluation = {
  parent: string
  /** Rows of one parent that may count. */
  maxRows: number
  /** Share of the twin's rows whose parent is in the parent's twin. */
  linkedShare: number
  /** Rows of the original that were left out, because they have no parent. */
  orphans: number
  /** Accuracy of how many rows a parent has. */
  counts: Similarity
  /** Mean bivariate accuracy of pairs of a parent's column and the table's own, and the pairs that lose most. */
  pairs: Similarity
  weakest: (Similarity & { parent: string; child: string })[]
}

/** More pairs than this take long; then this many, evenly spread, stand for all. */
const MAX_PAIRS = 1000
const WEAKEST = 10

/** Measures a relation by accuracy.ts, with bins from the original. */
export function evaluateRelation(
  original: RelationSample,
  twin: RelationSample,
  names: { parent: string[]; child: string[] },
): Pick<RelationEvaluation, 'counts' | 'pairs' | 'weakest'> {
  const coderOfCounts = similarityCoder(original.counts)
  const counts = measureAccuracy([coderOfCounts(original.counts)], [coderOfCounts(twin.counts)])
  const code = (of: 'parent' | 'child') =>
    original[of].columns.map((column, j) => {
      const coder = similarityCoder(column)
      return { own: coder(column), made: coder(twin[of].columns[j]!) }
    })
  const [above, below] = [code('parent'), code('child')]
  const all = above.flatMap((_, p) => below.map((_, c) => [p, c] as const))
  const step = Math.max(1, all.length / MAX_PAIRS)
  const compared = Array.from({ length: Math.min(all.length, MAX_PAIRS) }, (_, i) => {
    const [p, c] = all[Math.floor(i * step)]!
    const columns = [above[p]!, below[c]!]
    const { bivariate } = measureAccuracy(
      columns.map(({ own }) => own),
      columns.map(({ made }) => made),
    )
    return { parent: names.parent[p]!, child: names.child[c]!, ...bivariate }
  })
  const mean = (of: keyof Similarity) =>
    compared.reduce((sum, pair) => sum + pair[of], 0) / compared.length
  return {
    counts: counts.univariate,
    pairs: { value: mean('value'), ceiling: mean('ceiling') },
    weakest: compared
      .toSorted((a, b) => a.value / a.ceiling - b.value / b.ceiling)
      .slice(0, WEAKEST),
  }
}
