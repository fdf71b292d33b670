import { type RandomSource, uniformBelow } from '../rng/random-source.ts'
import type { ColumnSchema, Identifier } from '../schema/column-schema.ts'

/** Given and family names common in public lists; no name of the original is looked at. */
const FIRST_NAMES =
  'Ada Ben Carla David Elena Felix Grace Hugo Iris Jonas Kira Leo Maya Noah Olga Paul Rosa Sam Tara Victor'
const LAST_NAMES =
  'Adler Baker Costa Diaz Evans Fischer Garcia Hansen Ito Jensen Khan Lopez Meyer Novak Okafor Patel Rossi Silva Tanaka Weber'

/** What stands in for free text, which is never passed on. */
export const WITHHELD_TEXT = 'text withheld'

/**
 * A value for row `rowNumber` (from 0) of a column that was kept out of the model. Keys are unique;
 * identifiers come from reserved ranges (example.com, 555-01xx, 192.0.2.0/24) or public lists.
 */
export function makeUpValue(schema: ColumnSchema, rowNumber: number, random: RandomSource): string {
  if (schema.kind === 'text') return WITHHELD_TEXT
  if (schema.kind === 'key') return makeUpKey(schema.mask, rowNumber, random)
  return makeUpIdentifier(schema.identifier ?? 'other', schema.mask, random)
}

/** A prime that shares no factor with 10, 16 or 26, so multiplying by it permutes any mask's range. */
const KEY_MULTIPLIER = 2_654_435_761n

function makeUpKey(mask: string, rowNumber: number, random: RandomSource): string {
  if (/^9*$/.test(mask)) return String(10 ** Math.max(0, mask.length - 1) + rowNumber)
  const cells = [...mask]
  const capacity = cells.reduce((product, place) => product * BigInt(radixOf(place)), 1n)
  if (BigInt(rowNumber) >= capacity) return `${fillMask(mask, random)}-${rowNumber + 1}`
  let rest = (BigInt(rowNumber) * KEY_MULTIPLIER) % capacity
  for (let i = cells.length - 1; i >= 0; i--) {
    const radix = radixOf(cells[i]!)
    if (radix === 1) continue
    cells[i] = symbolOf(cells[i]!, Number(rest % BigInt(radix)))
    rest /= BigInt(radix)
  }
  return cells.join('')
}

function makeUpIdentifier(identifier: Identifier, mask: string, random: RandomSource): string {
  const pick = (list: string) => {
    const names = list.split(' ')
    return names[uniformBelow(random, names.length)]!
  }
  switch (identifier) {
    case 'email':
      return `person${uniformBelow(random, 1e9)}@example.com`
    case 'phone':
      return `+1-555-01${String(uniformBelow(random, 100)).padStart(2, '0')}`
    case 'ip':
      return `192.0.2.${uniformBelow(random, 256)}`
    case 'first_name':
      return pick(FIRST_NAMES)
    case 'last_name':
      return pick(LAST_NAMES)
    case 'name':
      return `${pick(FIRST_NAMES)} ${pick(LAST_NAMES)}`
    case 'other':
      return fillMask(mask, random)
  }
}

/** Fills a mask's A, a, 9 and # with random letters, digits and hexadecimal digits. */
export function fillMask(mask: string, random: RandomSource): string {
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
