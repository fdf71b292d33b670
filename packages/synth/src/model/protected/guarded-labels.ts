import { OTHER_LABEL } from '../measure/discover-categories.ts'
import { MIN_BIN_ROWS } from './guarded-cells.ts'

/** Labels with bins of their own in trees; all others share one. */
const MAX_LABEL_BINS = 62

/**
 * Holds a category column's labels in cells of at least `MIN_BIN_ROWS` rows; the pool's is the
 * last.
 */
export type GuardedLabels = {
  /** The codes of the labels that may be written, in order; one cell each. */
  codes: number[]
  binOfCell: Int32Array
  binCount: number
  weights: Float64Array
}

/**
 * Pools the labels of too few rows as "Other"; a pool that is itself too small joins the commonest label. Where the
 * labels are declared, and so public, each rare one may be written instead, as often as any other of the pool.
 */
export function guardedLabels(
  values: Float64Array,
  labelOfCode: Map<number, string>,
  areDeclared: boolean,
): GuardedLabels {
  const rows = new Map<number, number>()
  for (const code of values) rows.set(code, (rows.get(code) ?? 0) + 1)
  const isCommon = (code: number) => (rows.get(code) ?? 0) >= MIN_BIN_ROWS
  const isRarePublic = (code: number) => areDeclared && labelOfCode.get(code) !== OTHER_LABEL
  const codes = [...labelOfCode.keys()]
    .filter((code) => isCommon(code) || isRarePublic(code))
    .sort((a, b) => a - b)
  const common = [...codes.keys()].filter((cell) => isCommon(codes[cell]!))
  const rare = [...codes.keys()].filter((cell) => !isCommon(codes[cell]!))

  const weights = new Float64Array(codes.length + 1)
  for (const cell of common) weights[cell] = rows.get(codes[cell]!)!
  const pooled = values.length - weights.reduce((sum, weight) => sum + weight, 0)
  const hasPool = pooled >= MIN_BIN_ROWS
  for (const cell of rare) weights[cell] = hasPool ? pooled / rare.length : 0
  weights[codes.length] = hasPool && rare.length === 0 ? pooled : 0

  const own = common.sort((a, b) => weights[b]! - weights[a]! || a - b).slice(0, MAX_LABEL_BINS)
  const hasShared = hasPool || own.length < common.length
  const binOfCell = new Int32Array(weights.length).fill(hasShared ? own.length : 0)
  for (const [bin, cell] of own.entries()) binOfCell[cell] = bin
  return { codes, binOfCell, binCount: own.length + (hasShared ? 1 : 0), weights }
}
