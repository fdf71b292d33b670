import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type EarlierRun, seededRandom, synthesize } from '../index.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'spent-test-'))
afterAll(() => rmSync(dir, { recursive: true }))

const input = path.join(dir, 'table.csv')
const rows = Array.from({ length: 150 }, (_, i) => `${i % 7},${(i * i) % 40},${i % 3}`)
writeFileSync(input, `size,count,kind\n${rows.join('\n')}\n`)

async function privacyAfter(spentBefore: EarlierRun[]) {
  const { tables } = await synthesize({
    inputPaths: [input],
    outputDir: mkdtempSync(path.join(dir, 'twins-')),
    tempDir: dir,
    epsilon: 1,
    random: seededRandom(2),
    spentBefore,
  })
  return tables[0]!.published.privacy
}

test('a report says what all runs on the same original spent, and what that means', async () => {
  const first = await privacyAfter([])
  expect(first.allRuns!.rhoSpent).toBe(first.rhoSpent)
  expect(first.allRuns!.epsilon).toBeLessThanOrEqual(1)
  expect(first.guarantee).not.toContain('earlier run')
  const second = await privacyAfter([first])
  expect(second.allRuns!.rhoSpent).toBeCloseTo(first.rhoSpent! + second.rhoSpent!, 12)
  expect(second.allRuns!.epsilon).toBeGreaterThan(1)
  const [, claimed] = /all of them together satisfy \(([\d.]+),/.exec(second.guarantee)!
  expect(Number(claimed) - second.allRuns!.epsilon).toBeGreaterThanOrEqual(0)
  expect(Number(claimed) - second.allRuns!.epsilon).toBeLessThan(0.01)
  const afterProtected = await privacyAfter([{ rhoSpent: null, delta: null }])
  expect(afterProtected.allRuns).toBeNull()
  expect(afterProtected.guarantee).toContain('all of them together have none')
})

test('of a run on several tables only what it spent on this one counts', async () => {
  const [own, other] = [
    { rhoSpent: 0.01, delta: 1e-6 },
    { rhoSpent: 0.5, delta: 1e-6 },
  ]
  const { allRuns, rhoSpent } = await privacyAfter([{ tables: { table: own, other } }])
  expect(allRuns!.rhoSpent).toBeCloseTo(rhoSpent! + 0.01, 12)
  const strange = privacyAfter([{ tables: { other } }])
  await expect(strange).rejects.toThrow(/on other, .* here are table/)
})

test('a negative cost is refused', async () => {
  const tables = { table: { rhoSpent: -1, delta: 1e-6 } }
  await expect(privacyAfter([{ tables }])).rejects.toThrow('0 or more')
  await expect(privacyAfter([{ rhoSpent: -1, delta: 1e-6 }])).rejects.toThrow('0 or more')
})
