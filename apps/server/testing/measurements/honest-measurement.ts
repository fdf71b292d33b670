/** An honest measurement, from which forged ones are made, and what a vendor sends of either. */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jsonSha256, type MeasurementStatement } from '@semblance/contract'
import {
  ENGINE_VERSION,
  evaluate,
  type MeasuredSplit,
  measure,
  type PublishedReport,
  type ReleasedModel,
  readModel,
  sample,
  seededRandom,
  writeModel,
} from '@semblance/synth'
import { afterAll, expect } from 'vitest'
import { customersCsv } from '../fixtures/delivery-fixtures.ts'
import { type Measurements, sign } from './use-measurements.ts'

export const sha256 = (content: Buffer | string) =>
  createHash('sha256').update(content).digest('hex')

/** Makes a new file with the customers in `dir`, and returns the model and the report of measuring it. */
async function measureHonestly(dir: string) {
  mkdirSync(join(dir, 'original'))
  const input = join(dir, 'original', 'customers.csv')
  writeFileSync(input, customersCsv())
  const measuring = { inputPaths: [input], tempDir: dir, epsilon: 3 }
  let split: MeasuredSplit | undefined
  const model = await measure({
    ...measuring,
    onSplit: (made) => {
      split = made
    },
  })
  if (!split) throw new Error('no split')
  const twins = await sample({ model, outputDir: dir, random: seededRandom(1) })
  const [made] = (await evaluate({ ...measuring, model, split, twins })).tables
  if (!made) throw new Error('no table')
  return { input, model, report: made.published }
}

type Forged = {
  model?: ReleasedModel
  bytes?: Buffer
  report?: PublishedReport
  change?: Partial<MeasurementStatement>
}

export async function useHonestMeasurement({ key, begun, put }: Measurements) {
  const dir = mkdtempSync(join(tmpdir(), 'semblance-measured-'))
  afterAll(() => rmSync(dir, { recursive: true }))
  const honest = await measureHonestly(dir)

  /** Counts forged models, of which each has to be another. */
  let forgeries = 0
  const ownCopy = (model = honest.model): ReleasedModel => {
    const copy = structuredClone(model)
    const [family] = copy.families
    forgeries += 1
    if (family?.privacy) family.privacy.ledger.push({ label: `copy ${forgeries}`, rho: 0 })
    return copy
  }
  /** Sends a model with what belongs to it, and returns what is to be signed; `change` forges some of it. */
  const prepare = async (
    { id, contractId, sourceId, seed }: Awaited<ReturnType<typeof begun>>,
    { model = ownCopy(), bytes, report = honest.report, change = {} }: Forged = {},
  ): Promise<MeasurementStatement> => {
    const path = join(dir, `${id}.semblance`)
    await writeModel(model, path)
    const content = bytes ?? readFileSync(path)
    const outputDir = mkdtempSync(join(dir, 'twin-'))
    const twins = await sample({
      model: await readModel(path),
      outputDir,
      random: seededRandom(seed),
    })
    const reports = twins.map(({ name, rows: synthetic }) => ({
      name,
      report: { ...report, rows: { ...report.rows, synthetic } },
    }))
    expect((await put(id, 'model', new Uint8Array(content))).status).toBe(200)
    expect((await put(id, 'reports', JSON.stringify(reports))).status).toBe(200)
    return {
      measurement: id,
      contract: contractId,
      source: sourceId,
      iat: Math.floor(Date.now() / 1000),
      model: sha256(content),
      report: jsonSha256(reports),
      twins: twins.map((twin) => ({ table: twin.name, sha256: sha256(readFileSync(twin.path)) })),
      rows: [],
      engine: { name: '@semblance/synth', version: ENGINE_VERSION },
      ledger: { epsilon: 3, delta: 1e-6, rho: honest.report.privacy.rhoSpent ?? 0 },
      ...change,
    }
  }
  const send = async (...args: Parameters<typeof prepare>) =>
    await sign(key, await prepare(...args))
  return { dir, honest, ownCopy, prepare, send }
}
