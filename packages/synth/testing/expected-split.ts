import { createHash } from 'node:crypto'
import { HOLDOUT_ONE_IN } from '../src/evaluate/samples.ts'
import { seededRandom } from '../src/random/seeded-random.ts'

/** Seeds `openWarehouse`, whose first words are the salt. */
export const SPLIT_SEED = 3

/** Returns the ids below `rows` that any warehouse must hold out, where they are the table's whole key. */
export function heldIds(rows: number): Set<number> {
  const random = seededRandom(SPLIT_SEED)
  const words = Array.from({ length: 4 }, () => random.nextUint32().toString(16).padStart(8, '0'))
  const isHeld = (id: number) => {
    const text = `${words.join('')}${String(id).length}:${id}`
    const digits = createHash('md5').update(text).digest('hex').slice(0, 8)
    return Number.parseInt(digits, 16) < Math.floor(2 ** 32 / HOLDOUT_ONE_IN)
  }
  return new Set(Array.from({ length: rows }, (_, id) => id).filter(isHeld))
}
