/**
 * Makes the system's generator, from which noise is drawn by default, give each test the same numbers in every run,
 * and fast-check the same cases, but for the scaled run.
 */
import fc from 'fast-check'
import { afterAll, beforeEach } from 'vitest'
import { seededRandom } from '../src/random/seeded-random.ts'
import { isLong } from './test-length.ts'

if (!isLong) fc.configureGlobal({ seed: 20_261_128 })

const system = crypto.getRandomValues
let random = seededRandom(0)

crypto.getRandomValues = <T extends Parameters<typeof system>[0]>(array: T): T => {
  if (!(array instanceof Uint32Array)) return system.call(crypto, array as never) as T
  for (const place of array.keys()) array[place] = random.nextUint32()
  return array
}

beforeEach(({ task }) => {
  random = seededRandom(seedOf(task.fullName))
})

afterAll(() => {
  crypto.getRandomValues = system
})

/** Returns a number for a title, by FNV-1a. */
function seedOf(title: string): number {
  let seed = 0x811c9dc5
  for (const character of title) seed = Math.imul(seed ^ character.charCodeAt(0), 0x01000193)
  return seed
}
