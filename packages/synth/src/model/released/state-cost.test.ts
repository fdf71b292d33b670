/** Tests what the noise of a model says about it: no honest table raises an alarm, and less noise than was paid for does. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { shopOf, shopSchema, writeShop } from '../../../testing/shop.ts'
import { casesOf } from '../../../testing/test-length.ts'
import { measure } from '../../run/synthesize.ts'
import { checkModelNoise } from './check-noise.ts'
import type { ReleasedModel } from './released-model.ts'
import { costsOf } from './state-cost.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'cost-test-'))
afterAll(() => rmSync(dir, { recursive: true }))

/** Writes a table of so many columns, of numbers and of categories in turn, that depend on the first. */
function tableOf(name: string, columns: number, rows: number): string {
  const line = (row: number) =>
    Array.from({ length: columns }, (_, j) => {
      const value = (row * (j + 3) + (row % 7) * j) % (5 + 9 * j)
      return j % 2 === 0 ? String(value) : `c${value % 6}`
    }).join(',')
  const header = Array.from({ length: columns }, (_, j) => `column_${j}`).join(',')
  const file = path.join(dir, `${name}.csv`)
  writeFileSync(file, [header, ...Array.from({ length: rows }, (_, row) => line(row))].join('\n'))
  return file
}

/** Gives the pairs of all tables noise as if so many times of it were stated. */
function stating(model: ReleasedModel, times: number): ReleasedModel {
  const copy = structuredClone(model)
  for (const { tables } of copy.families)
    for (const { model: own } of tables) if ('pairs' in own) own.pairs.sigma *= times
  return copy
}

const inputs = {
  'three columns': () => ({ inputPaths: [tableOf('t3', 3, 600)] }),
  'six columns': () => ({ inputPaths: [tableOf('t6', 6, 600)] }),
  'twelve columns': () => ({ inputPaths: [tableOf('t12', 12, 600)] }),
  'two tables': () => {
    const { customers, orders } = shopOf(200)
    return {
      inputPaths: writeShop(dir, { customers, orders }),
      schema: shopSchema(['customers', 'orders']),
    }
  },
}
type Case = [of: keyof typeof inputs, epsilon: number]

test.each(
  casesOf<Case>(
    [
      ['six columns', 0.5],
      ['two tables', 3],
    ],
    [
      ...[0.5, 1, 3].map((epsilon): Case => ['three columns', epsilon]),
      ...[1, 3].map((epsilon): Case => ['six columns', epsilon]),
      ...[0.5, 1, 3].map((epsilon): Case => ['twelve columns', epsilon]),
      ...[0.5, 1].map((epsilon): Case => ['two tables', epsilon]),
    ],
  ),
)(
  'an honest model of %s at epsilon %d shows no more than it states to have cost, and its noise is not missed',
  { tags: 'scaled' },
  async (of, epsilon) => {
    const model = await measure({ ...inputs[of](), tempDir: dir, epsilon })
    for (const cost of costsOf(model)) {
      expect(cost?.epsilon).toBe(epsilon)
      expect(cost?.shown).toBeGreaterThan(0)
      expect(cost?.shown).toBeLessThanOrEqual((cost?.stated ?? 0) * (1 + 1e-9))
    }
    const noise = checkModelNoise(model)
    for (const { outcome } of noise) expect(['as_stated', 'cannot_tell']).toContain(outcome)
    // From 100 degrees of freedom on, half of the stated noise is found to be too little.
    for (const [i, { outcome }] of checkModelNoise(stating(model, 2)).entries())
      if ((noise[i]?.ratio?.degrees ?? 0) >= 100) expect(outcome).toBe('too_little')
    for (const [i, cost] of costsOf(stating(model, 0.1)).entries())
      expect(cost?.shown).toBeGreaterThan(costsOf(model)[i]?.stated ?? Number.POSITIVE_INFINITY)
  },
)

test('protected models state no cost', async () => {
  const inputPaths = [tableOf('guarded', 4, 500)]
  const model = await measure({ inputPaths, tempDir: dir, mode: 'protected' })
  expect(costsOf(model)).toEqual([null])
})
