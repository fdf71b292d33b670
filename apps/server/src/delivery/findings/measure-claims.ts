/** Measures claims in the files that a delivery's certificate names, in a process of the engine. */
import { link, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { DataClaim } from '@semblance/contract'
import { classifyFault } from '../../platform/faults.ts'
import { openModel } from '../deliveries/service.ts'
import { checkInProcess } from '../engine/service.ts'
import {
  type Checked,
  judgeClaims,
  namesToCollect,
  placesOf,
  rulesToCount,
  statedFiles,
} from './check-claims.ts'
import { collectFiles, type Work } from './collect-files.ts'
import type { DeliveredData } from './delivered-data.ts'
import type { Judged } from './measurable.ts'

/** Measures claims about delivered data in the certified files. Returns null when the run is ended from outside. */
export async function measureClaims(
  work: Work,
  { claims, data }: { claims: DataClaim[]; data: DeliveredData },
  dir: string,
): Promise<Judged | null> {
  const names = namesToCollect(data, claims)
  const collected = await collectFiles(work, data, { names, dir })
  const places = placesOf(data, collected)
  const tables = await nameTwins(places.tables, dir)
  const needsModel = !data.isMeasuredByVendor && claims.some(isAgainstModel)
  const modelPath = needsModel ? await openKeptModel(work, data, dir) : null
  const checked = await checkInProcess(
    { ...places, tables, rules: rulesToCount(data, claims), modelPath, tempDir: dir },
    work,
  )
  if (checked === 'aborted') return null
  const against = { hasModel: data.hasModel, tables: checked.againstModel }
  const found: Checked = { collected, checked, against }
  return { judgements: judgeClaims(data, claims, found), files: statedFiles(collected) }
}

const isAgainstModel = ({ type }: DataClaim) => type === 'accuracy' || type === 'pair'

/** Returns the path of the delivery's model in the clear; null if there is none, or it is gone or was altered. */
async function openKeptModel(
  work: Work,
  { deliveryId }: DeliveredData,
  dir: string,
): Promise<string | null> {
  const path = join(dir, 'model.semblance')
  try {
    return (await openModel(work, deliveryId, path)) ? path : null
  } catch (error) {
    if (classifyFault(error).kind === 'dependency') throw error
    return null
  }
}

/** Gives every file the name of its table, by which a model knows it. */
async function nameTwins(tables: { name: string; path: string }[], dir: string) {
  const twins = join(dir, 'tables')
  await mkdir(twins)
  const named: typeof tables = []
  for (const { name, path } of tables) {
    const own = join(twins, `${name}.csv`)
    await link(path, own)
    named.push({ name, path: own })
  }
  return named
}
