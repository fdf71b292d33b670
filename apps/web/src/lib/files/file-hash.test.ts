import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashFile } from './file-hash.ts'

test('a file of many pieces has the SHA-256 that others compute, and says how far it is', async () => {
  const bytes = new Uint8Array(300_000).map((_, index) => index % 251)
  const shares: number[] = []
  const hash = await hashFile(
    new Blob([bytes.subarray(0, 200_000), bytes.subarray(200_000)]),
    (share) => shares.push(share),
  )
  expect(hash).toBe(createHash('sha256').update(bytes).digest('hex'))
  expect(shares.length).toBeGreaterThan(1)
  expect(shares.at(-1)).toBe(1)
})

test('an empty file has one, too', async () => {
  expect(await hashFile(new Blob([]))).toBe(createHash('sha256').digest('hex'))
})
