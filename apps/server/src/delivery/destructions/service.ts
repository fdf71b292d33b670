/**
 * Destroys the keys of originals and samples, so that what they sealed opens no more. No rollback brings
 * a key back: so the change that ends an original commits first, then its key is destroyed, and then one
 * transaction records how, with all that follows from it.
 */
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Platform, SystemCtx } from '../../platform/http/context.ts'
import type { Evidence } from '../../platform/key-store/key-store.ts'
import { openKeyStore } from '../../platform/key-store/open-key-store.ts'
import { enqueue } from '../../platform/process/jobs.ts'
import { audit } from '../../platform/security/audit.ts'
import { record } from '../../platform/transparency/record.ts'
import {
  type DestructionRow,
  findDealOf,
  findHashes,
  hasServersBelow,
  insertDestructions,
  type Owner,
  setDestroyed,
} from './queries.ts'

export { hasServersBelow, type Owner }

export type Why =
  | 'delivered'
  | 'refused'
  | 'cancelled'
  | 'removed'
  | 'expired'
  | 'contract_over'
  | 'restored'
  | 'lost'
  | 'given_up'
  | 'made'
  | 'replaced'

const CONTEXT = 'semblance/original/v1'

/** The first migration whose servers find keys outside the database. */
const KEY_STORE_LEVEL = 65

type Place = Pick<Platform, 'config' | 'db'>

/**
 * Makes the key of an original, unless it has one. Call outside transactions, as everything that waits
 * for KEY_DIR.
 */
export const makeKey = (place: Place, id: string): Promise<void> => openKeyStore(place).create(id)

/** Returns the data key of an original, which is stored nowhere. Null if its key is destroyed. */
export const deriveKey = (place: Place, id: string): Promise<Buffer | null> =>
  openKeyStore(place).derive(id, CONTEXT)

/**
 * Returns true if keys must be wrapped in the database, as before: a server of the release before still
 * runs, which finds no others.
 */
export const mustWrapKeys = (tx: Tx): Promise<boolean> =>
  withSystemRole(tx, () => hasServersBelow(tx, KEY_STORE_LEVEL))

type Ended = { id: string; bytes: bigint; keyStore: Evidence['keyStore'] }

/**
 * Asks for the destruction of originals, in the transaction that ends them; a wrapped key is removed in
 * it, too. From its commit on, the platform opens none of them. Requires the system role.
 */
export async function beginDestruction(
  tx: Tx,
  owner: Owner,
  originals: Ended[],
  why: Why,
): Promise<void> {
  if (originals.length === 0) return
  const asked = originals.map(({ id, bytes, keyStore }) => ({
    original: id,
    bytes,
    key_store: keyStore,
    why,
  }))
  await insertDestructions(tx, owner, asked)
  await queueDestruction(tx, owner)
}

export async function queueDestruction(tx: Tx, owner: Owner): Promise<void> {
  const id = 'deliveryId' in owner ? owner.deliveryId : owner.offerId
  await enqueue(tx, 'original.destroy', owner, { jobKey: `original.destroy:${id}` })
}

/** Describes an original whose key is destroyed. */
export type Destroyed = { id: string; bytes: bigint; why: string; at: Date; evidence: Evidence }

/** Applies what follows from a destruction, in the transaction that records it. */
export type OnDestroyed = (ctx: SystemCtx, ownerId: string, destroyed: Destroyed[]) => Promise<void>

/** Names the object under which the audit log records destructions. */
export const destructionRecord = (owner: Owner) =>
  ({
    action: 'original_key.destroy',
    object: 'deliveryId' in owner ? `delivery:${owner.deliveryId}` : `offer:${owner.offerId}`,
  }) as const

/**
 * Records destructions with their evidence, and writes a row of the audit log for each reason. Returns
 * those that were not recorded before. Requires the system role.
 */
export async function recordDestructions(
  tx: Tx,
  owner: Owner,
  results: { row: DestructionRow; evidence: Evidence }[],
  at: Date,
): Promise<Destroyed[]> {
  const destroyed: Destroyed[] = []
  for (const { row, evidence } of results)
    if (await setDestroyed(tx, row.original, evidence, at))
      destroyed.push({ id: row.original, bytes: row.bytes, why: row.why, at, evidence })
  for (const some of Map.groupBy(destroyed, (one) => one.why).values())
    await recordAlike(tx, owner, some, at)
  return destroyed
}

/** Records destructions of one reason, in the audit log and as a leaf of the deal. */
async function recordAlike(tx: Tx, owner: Owner, some: Destroyed[], at: Date): Promise<void> {
  const [first] = some
  if (!first) return
  const { why } = first
  const deal = await findDealOf(tx, owner)
  const { method, keyStore } = claimOf(some)
  const contract = deal?.contract
  await audit(tx, {
    actor: 'system',
    ...destructionRecord(owner),
    detail: {
      ...(contract && { contract }),
      ...{ why, keys: some.length, upload: some.length === 1 ? first.id : null, method, keyStore },
    },
  })
  if (!deal) return
  const hashes = await findHashes(
    tx,
    some.map(({ id }) => id),
  )
  const files = some.map(({ id, bytes }) => ({ sha256: hashes.get(id) ?? null, bytes }))
  record(tx, {
    type: 'original.destroyed',
    audience: why === 'delivered' && deal.contract ? 'both' : 'vendor',
    deal: deal.id,
    vendor: deal.vendor,
    body: { ...owner, at, why, method, keyStore, files },
  })
}

/** Returns what may be claimed of several originals together: no more than of any of them. */
export function claimOf(destroyed: Destroyed[]): Pick<Evidence, 'method' | 'keyStore'> {
  const isAlike = (pick: (evidence: Evidence) => string) =>
    new Set(destroyed.map(({ evidence }) => pick(evidence))).size === 1
  const [first] = destroyed
  return {
    method: first && isAlike(({ method }) => method) ? first.evidence.method : 'unlinked',
    keyStore: destroyed.some(({ evidence }) => evidence.keyStore === 'database')
      ? 'database'
      : 'files',
  }
}
