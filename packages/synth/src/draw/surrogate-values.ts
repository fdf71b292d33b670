import { type RandomSource, uniformBelow } from '../random/random-source.ts'
import type { ColumnSchema } from '../schema/column-schema.ts'
import { SURROGATES } from './surrogate-identifiers.ts'

/** Replaces free text, which is never passed on. */
const WITHHELD_TEXT = 'text withheld'

/**
 * Returns a value for row `rowNumber` (from 0) of a column that was kept out of the model. Keys are
 * unique; identifiers come from reserved ranges or public lists.
 */
export function surrogateValue(
  schema: ColumnSchema,
  rowNumber: number,
  random: RandomSource,
): string {
  if (schema.kind === 'text') return WITHHELD_TEXT
  if (schema.kind === 'key') return surrogateKey(schema.mask, rowNumber)
  const { identifier } = schema
  return identifier === null || identifier === 'other'
    ? fillMask(schema.mask, random)
    : SURROGATES[identifier](random)
}

/** A prime that shares no factor with 10, 16 or 26, so multiplying by it permutes any mask's range. */
const KEY_MULTIPLIER = 2_654_435_761n

/** Returns the unique key of a row by its number (from 0). */
export function surrogateKey(mask: string, rowNumber: number): string {
  if (/^9+$/.test(mask)) return makeUpNumber(mask.length, rowNumber)
  const cells = [...mask]
  const capacity = cells.reduce((product, place) => product * BigInt(radixOf(place)), 1n)
  const round = BigInt(rowNumber) / capacity
  let rest = (BigInt(rowNumber) * KEY_MULTIPLIER) % capacity
  for (let i = cells.length - 1; i >= 0; i--) {
    const radix = radixOf(cells[i]!)
    if (radix === 1) continue
    cells[i] = symbolOf(cells[i]!, Number(rest % BigInt(radix)))
    rest /= BigInt(radix)
  }
  return round > 0n ? `${cells.join('')}-${round + 1n}` : cells.join('')
}

/** Counts up from 900...0, where numbers in use are rare, and goes on from 100...0. */
function makeUpNumber(length: number, rowNumber: number): string {
  const least = 10 ** (length - 1)
  const capacity = 9 * least
  if (rowNumber >= capacity) return String(10 * least + rowNumber - capacity)
  return String(least + ((8 * least + rowNumber) % capacity))
}

/** Fills a mask's A, a, 9 and # with random letters, digits and hexadecimal digits. */
function fillMask(mask: string, random: RandomSource): string {
  return mask.replace(/[Aa9#]/g, (place) => symbolOf(place, uniformBelow(random, radixOf(place))))
}

function radixOf(place: string): number {
  return { A: 26, a: 26, '9': 10, '#': 16 }[place] ?? 1
}

function symbolOf(place: string, index: number): string {
  if (place === '9') return String(index)
  if (place === '#') return index.toString(16)
  return String.fromCharCode((place === 'A' ? 65 : 97) + index)
}
