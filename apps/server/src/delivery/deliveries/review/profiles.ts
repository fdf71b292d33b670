/** Profiles of an original's columns: exact, so sealed under the original's own key, and for its vendor alone. */
import { type ColumnProfiles, columnProfiles } from '@semblance/contract'
import type { TableInspection } from '@semblance/synth'
import type { Caller } from '../../../core/api/service.ts'
import { system, withSystemRole } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/http/context.ts'
import { encrypt, open } from '../../../platform/security/envelope-encryption.ts'
import { findProfiles } from '../files/draft-queries.ts'
import { listOriginals } from '../files/upload-queries.ts'
import { getDeliverableContract } from '../files/uploads.ts'
import { openOriginalKey } from '../originals/keys.ts'
import { findLatestDelivery } from '../queries.ts'

export type SealedProfiles = { profiles: Buffer; profiles_original: string }

/** Seals the engine's descriptions of the columns. Returns undefined if the original has ended. Call outside transactions. */
export async function sealProfiles(
  platform: Platform,
  deliveryId: string,
  tables: TableInspection[],
): Promise<SealedProfiles | undefined> {
  const [original] = await platform.db.transaction(system, (tx) => listOriginals(tx, deliveryId))
  const key = original && (await openOriginalKey(platform, original.id))
  if (!key) return undefined
  const text = JSON.stringify(toProfiles(tables))
  return {
    profiles: encrypt(key, placeOf(deliveryId), Buffer.from(text)),
    profiles_original: original.id,
  }
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
  contractId: string,
): Promise<ColumnProfiles> {
  const sealed = await caller.read(async (ctx) => {
    const contract = await getDeliverableContract(ctx, contractId)
    return await withSystemRole(ctx.tx, async () => {
      const row = await findLatestDelivery(ctx.tx, contract.id)
      if (row?.status !== 'review') return undefined
      const found = await findProfiles(ctx.tx, row.id)
      return found && { ...found, deliveryId: row.id }
    })
  })
  const key = sealed && (await openOriginalKey(platform, sealed.profiles_original))
  if (!key) return { tables: [] }
  const text = open(key, placeOf(sealed.deliveryId), sealed.profiles).toString()
  return columnProfiles.parse({ tables: JSON.parse(text) })
}
