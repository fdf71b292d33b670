/** The datasets of sample contracts, made by the engine from the tables in sample-data/. */
import { join } from 'node:path'
import type { Platform } from '../../platform/context.ts'
import { system, type Tx } from '../../platform/db.ts'
import { discardMade, enterDelivery, type Made, synthesizeFile } from '../deliveries/service.ts'
import { type Cast, standingCast } from './cast.ts'
import { findUndelivered } from './queries.ts'
import { oldestFirst } from './request-schema.ts'

const DIRECTORY = join(import.meta.dirname, '../../../sample-data')

const delivered = oldestFirst.flatMap(({ client, title, endedDays, offers }) =>
  offers.flatMap(({ delivery }) =>
    delivery ? [{ client, title, file: delivery.file, isRecent: endedDays === 0 }] : [],
  ),
)

/** By file. */
export type MadeFiles = Map<string, Made>

/** What a fresh set shows first: made before anything is entered, so that nobody sees the set without it. */
export async function makeRecent(platform: Platform): Promise<MadeFiles> {
  const made = await Promise.all(
    delivered
      .filter(({ isRecent }) => isRecent)
      .map(({ file }) => synthesizeFile(platform, join(DIRECTORY, file))),
  )
  return new Map(made.map((one) => [one.fileName, one]))
}

export async function enterRecent(cast: Cast, made: MadeFiles): Promise<void> {
  for (const { client, title, file } of delivered) {
    const dataset = made.get(file)
    const contract = await findUndelivered(cast.tx, title, cast.idOf(client))
    if (dataset && contract) await enterDelivery(cast, contract, dataset)
  }
}

/** Where another process was faster. */
export async function discard(made: MadeFiles): Promise<void> {
  for (const one of made.values()) await discardMade(one)
}

/** All others, one after the other while the server is up; run again, it goes on where it was cut off. Throws when the signal cuts it off. */
export async function deliverRest(platform: Platform, signal?: AbortSignal): Promise<void> {
  const { transaction } = platform.db
  for (const { client, title, file } of delivered) {
    const find = async (tx: Tx) => {
      const cast = await standingCast(platform, tx)
      return cast && (await findUndelivered(tx, title, cast.idOf(client)))
    }
    if (!(await transaction(system, find))) continue
    const made = await synthesizeFile(platform, join(DIRECTORY, file), signal)
    await transaction(system, async (tx) => {
      const contract = await find(tx)
      if (contract) await enterDelivery({ tx, platform }, contract, made)
      else await discardMade(made)
    })
  }
}
