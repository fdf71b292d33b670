import { expect, test } from 'vitest'
import { createBuckets } from './token-buckets.ts'

function bucketsAt(rate: { burst: number; perSecond: number }) {
  const clock = { ms: 5_000_000 }
  return { clock, buckets: createBuckets(rate, () => clock.ms) }
}

/** Returns how many of so many requests at one moment are allowed. */
const allowed = (buckets: ReturnType<typeof createBuckets>, subject: string, asked: number) =>
  Array.from({ length: asked }, () => buckets.take(subject)).filter(({ isAllowed }) => isAllowed)
    .length

test.each([
  [100, 20],
  [300, 20],
  [60, 2],
  [7, 3],
])('a bucket of %i allows exactly these at once, then %i a second', (burst, perSecond) => {
  const { clock, buckets } = bucketsAt({ burst, perSecond })
  expect(allowed(buckets, 'a', burst + 50)).toBe(burst)
  for (let second = 1; second <= 50; second++) {
    clock.ms += 1000
    expect(allowed(buckets, 'a', burst + 1)).toBe(Math.min(perSecond, burst))
  }
})

test('a request is allowed in the very millisecond that its token is there, and not before', () => {
  const { clock, buckets } = bucketsAt({ burst: 2, perSecond: 2 })
  expect(allowed(buckets, 'a', 3)).toBe(2)
  clock.ms += 499
  expect(buckets.take('a')).toMatchObject({ isAllowed: false, retryAfterSeconds: 1 })
  clock.ms += 1
  expect(buckets.take('a').isAllowed).toBe(true)
  expect(buckets.take('a').isAllowed).toBe(false)
})

test('a refusal takes nothing, and its time to wait suffices', () => {
  const { clock, buckets } = bucketsAt({ burst: 1, perSecond: 0.1 })
  buckets.take('a')
  clock.ms += 2500
  for (let i = 0; i < 100; i++) expect(buckets.take('a').retryAfterSeconds).toBe(8)
  clock.ms += 8000
  expect(buckets.take('a').isAllowed).toBe(true)
})

test('an answer says what is left, and when all of it is back', () => {
  const { clock, buckets } = bucketsAt({ burst: 60, perSecond: 2 })
  expect(buckets.take('a')).toMatchObject({ remaining: 59, resetSeconds: 1 })
  for (let i = 0; i < 57; i++) buckets.take('a')
  expect(buckets.take('a')).toMatchObject({ isAllowed: true, remaining: 1, resetSeconds: 30 })
  clock.ms += 29_500
  expect(buckets.take('a')).toMatchObject({ remaining: 59, resetSeconds: 1 })
})

test('what is put back may be taken again, and a full bucket holds no more than its burst', () => {
  const { clock, buckets } = bucketsAt({ burst: 2, perSecond: 1 })
  expect(allowed(buckets, 'a', 3)).toBe(2)
  buckets.putBack('a')
  expect(allowed(buckets, 'a', 2)).toBe(1)
  clock.ms += 2000
  for (const subject of ['a', 'a', 'unseen']) buckets.putBack(subject)
  for (const subject of ['a', 'unseen']) expect(allowed(buckets, subject, 9)).toBe(2)
})

test('subjects do not share a bucket, and forgetting full ones refills none that is not', () => {
  const { clock, buckets } = bucketsAt({ burst: 2, perSecond: 1 })
  for (let i = 0; i < 5000; i++) buckets.take(`early-${i}`)
  clock.ms += 1000
  expect(allowed(buckets, 'a', 3)).toBe(2)
  for (let i = 0; i < 20_000; i++) buckets.take(`late-${i}`)
  expect(allowed(buckets, 'a', 1)).toBe(0)
  expect(allowed(buckets, 'early-0', 3)).toBe(2)
})
