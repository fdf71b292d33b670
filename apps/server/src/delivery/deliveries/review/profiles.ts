/** Profiles of columns: exact, so sealed under the keys of all originals of the delivery, and for its vendor alone. */
import { type ColumnProfiles, columnProfiles } from '@semblance/contract'
import type { TableInspection } from '@semblance/synth'
import type { Caller } from '../../../core/api/service.ts'
import { system, withSystemRole } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/http/context.ts'
import { encrypt, open } from '../../../platform/security/envelope-encryption.ts'
import { findLatestFor, findProfiles } from '../files/draft-queries.ts'
import { listOriginals } from '../files/upload-queries.ts'
import { getDeliverable } from '../files/uploads.ts'
import { openOriginalKey } from '../originals/keys.ts'
import type { Purpose } from '../subjects.ts'

export type SealedProfiles = { profiles: Buffer; profiles_original: string }

/**
 * Seals the engine's descriptions of the columns under each original's key in turn, so that none is left to read, nor in a
 * backup, once the key of any of them is destroyed. Returns undefined if one has ended. Call outside transactions.
 */
export async function sealProfiles(
  platform: Platform,
  deliveryId: string,
  tables: TableInspection[],
): Promise<SealedProfiles | undefined> {
  const originals = await platform.db.transaction(system, (tx) => listOriginals(tx, deliveryId))
  const ids = originals.map(({ id }) => id)
  const keys = await openKeys(platform, ids)
  if (!keys || keys.length === 0) return undefined
  const place = placeOf(deliveryId)
  const text = Buffer.from(JSON.stringify(toProfiles(tables)))
  return {
    profiles: keys.reduce((sealed, key) => encrypt(key, place, sealed), text),
    profiles_original: ids.join(BETWEEN),
  }
}

/** Stands between the originals under whose keys profiles are sealed, the innermost first. */
const BETWEEN = ' '

/** Returns the keys of originals; null if one of them has ended. */
async function openKeys(platform: Platform, ids: readonly string[]): Promise<Buffer[] | null> {
  const keys: Buffer[] = []
  for (const id of ids) {
    const key = await openOriginalKey(platform, id)
    if (!key) return null
    keys.push(key)
  }
  return keys
}

const placeOf = (deliveryId: string) => ['column-profiles', deliveryId]

/** Converts the engine's descriptions; its reason for a column's kind is in the proposal. */
const toProfiles = (tables: TableInspection[]): ColumnProfiles['tables'] =>
  tables.flatMap(({ name, description, proposal }) =>
    description
      ? [
          {
            name,
            rows: description.rows,
            columns: description.columns.map((column) => ({
              ...column,
              because: proposal.reasons.find((one) => one.column === column.name)?.why ?? '',
            })),
          },
        ]
      : [],
  )

/**
 * Returns the profiles of the delivery that its vendor reviews; none where there are none, or once an original has ended.
 * Throws not_found for all others. Call outside transactions.
 */
export async function getProfiles(
  { platform, caller }: { platform: Platform; caller: Caller },
  purpose: Purpose,
): Promise<ColumnProfiles> {
  const sealed = await caller.read(async (ctx) => {
    await getDeliverable(ctx, purpose)
    return await withSystemRole(ctx.tx, async () => {
      const row = await findLatestFor(ctx.tx, purpose)
      if (row?.status !== 'review') return undefined
      const found = await findProfiles(ctx.tx, row.id)
      return found && { ...found, deliveryId: row.id }
    })
  })
  const keys = sealed && (await openKeys(platform, sealed.profiles_original.split(BETWEEN)))
  if (!keys) return { tables: [] }
  const place = placeOf(sealed.deliveryId)
  const text = keys.reduceRight((bytes, key) => open(key, place, bytes), sealed.profiles).toString()
  return columnProfiles.parse({ tables: JSON.parse(text) })
}
