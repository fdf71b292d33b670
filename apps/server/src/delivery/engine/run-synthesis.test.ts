/** Tests that twins are drawn from what an earlier run measured, and from nothing else. */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type ReleasedModel,
  readModel,
  rhoOfReport,
  type TableReport,
  writeModel,
} from '@semblance/synth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { customersCsv } from '../../../testing/fixtures/delivery-fixtures.ts'
import type { FromChild } from './messages.ts'
import { outcomeOf } from './run-task.ts'
import type { DrawnTables } from './service.ts'

const tempDir = mkdtempSync(join(tmpdir(), 'semblance-draw-'))
afterAll(() => rmSync(tempDir, { recursive: true }))

const inputPaths = ['customers.csv', 'visitors.csv'].map((name) => join(tempDir, name))
const measured = {
  modelPath: join(tempDir, 'm.semblance'),
  splitPath: join(tempDir, 'split.json'),
}
const options = { inputPaths, tempDir, epsilon: 3, threads: 1, memoryLimitMb: 384 }
const announced: FromChild[] = []
const announce = async (moment: FromChild) => void announced.push(moment)
let first: TableReport[]

const newDir = (name: string) => {
  const dir = join(tempDir, name)
  mkdirSync(dir)
  return dir
}

beforeAll(async () => {
  for (const [i, path] of inputPaths.entries()) writeFileSync(path, customersCsv(1200, i))
  const outputDir = newDir('first')
  const task = { name: 'synthesize', ...options, outputDir, measured } as const
  const outcome = await outcomeOf(task, () => {}, announce)
  if (outcome.type !== 'done') throw new Error(JSON.stringify(outcome))
  first = outcome.result as TableReport[]
})

async function draw(files = measured, isOwn = false): Promise<FromChild> {
  const outputDir = newDir(`twins-${Math.random()}`)
  const task = { name: 'draw', ...options, outputDir, measured: files, isOwn } as const
  return await outcomeOf(task, () => {}, announce)
}

const rhoOf = (model: ReleasedModel) =>
  Math.max(...model.families.map(({ privacy }) => privacy?.rhoSpent ?? Number.NaN))

it('what was measured is announced once, with its cost, before anything is drawn', async () => {
  const rho = rhoOf(await readModel(measured.modelPath))
  expect(announced).toEqual([{ type: 'measuring' }, { type: 'measured', rho }])
})

it('independent tables are drawn again, other rows for the cost of their reports alone', {
  tags: 'long',
}, async () => {
  announced.length = 0
  const outcome = await draw()
  expect(outcome.type).toBe('done')
  const { tables, rhoOfReports } = (outcome as { result: DrawnTables }).result
  expect(announced).toEqual([{ type: 'measuring' }])
  expect(tables.map(({ name }) => name)).toEqual(['customers', 'visitors'])
  // The rows that the model has not seen are held out again, and no others.
  const split = (of: TableReport[]) => of.map(({ internal }) => internal.rows)
  expect(split(tables)).toEqual(split(first))
  expect(rhoOfReports).toBeGreaterThan(0)
  expect(rhoOfReports).toBeLessThanOrEqual(rhoOfReport(3, 1e-6) * 1.001)
  const rho = rhoOf(await readModel(measured.modelPath))
  const totals = tables.map(({ published }) => published.privacy.rhoSpent!)
  expect(Math.max(...totals)).toBeLessThanOrEqual(rho + rhoOfReports! + 1e-12)
  for (const [i, { path }] of tables.entries())
    expect(readFileSync(path, 'utf8')).not.toBe(readFileSync(first[i]!.path, 'utf8'))
})

/** Returns files of a model, altered, with the split of the first. */
async function altered(change: (path: string) => Promise<void>) {
  const files = { ...measured, modelPath: join(tempDir, `altered-${Math.random()}.semblance`) }
  copyFileSync(measured.modelPath, files.modelPath)
  await change(files.modelPath)
  return files
}

it.each<[what: string, change: (path: string) => Promise<void>]>([
  ['a truncated model', async (path) => writeFileSync(path, readFileSync(path).subarray(0, 5000))],
  ['what is no model', async (path) => writeFileSync(path, 'a,b\n1,2\n')],
  ['a model without the noise it states', withoutNoise],
])('%s is not drawn from, and nothing is counted', async (_, change) => {
  announced.length = 0
  expect(await draw(await altered(change))).toEqual({ type: 'done', result: null })
  expect(announced).toEqual([])
})

it('the own model of a run that cannot be read is passed over, too', async () => {
  const files = await altered(async (path) => writeFileSync(path, 'none'))
  expect(await draw(files, true)).toEqual({ type: 'done', result: null })
})

async function withoutNoise(path: string): Promise<void> {
  const model = await readModel(path)
  for (const { tables } of model.families)
    for (const table of tables) if ('pairs' in table.model) table.model.pairs.sigma *= 100
  await writeModel(model, path)
}
