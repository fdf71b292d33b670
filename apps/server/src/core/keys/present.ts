/** Checks the key that a request presents: before its rights, whether it stands and may be used from there. */
import { BlockList, isIP } from 'node:net'
import type { KeyScope } from '@semblance/contract'
import { type Database, system, type Tx } from '../../platform/database/db.ts'
import { AppError } from '../../platform/http/errors.ts'
import { noteFact } from '../../platform/http/request-facts.ts'
import type { Log } from '../../platform/process/log.ts'
import type { AccessClaims } from '../auth/service.ts'
import { fingerprintOf, hashKey, isWellFormedKey } from './key-format.ts'
import { findKey, markUsed } from './queries.ts'

export type PresentedKey = {
  id: string
  scopes: readonly KeyScope[]
  limitCents: bigint
  expiresAt: Date
  lastUsedAt: Date | null
  /** Names the key's session as an access token names a person's. */
  claims: AccessClaims
}

/** Holds the claims of keys by fingerprint. They never change; the row of a key says if it stands. */
const knownClaims = new Map<string, AccessClaims>()
const MOST_KNOWN = 1000

function remember(key: string, claims: AccessClaims): void {
  const fingerprint = fingerprintOf(key)
  if (knownClaims.has(fingerprint)) return
  const [oldest] = knownClaims.keys()
  if (knownClaims.size >= MOST_KNOWN && oldest !== undefined) knownClaims.delete(oldest)
  knownClaims.set(fingerprint, claims)
}

/** Returns the claims of a key that was presented before, whose user can be looked up at the same time as the key. */
export const claimsOfKnownKey = (key: string): AccessClaims | undefined =>
  knownClaims.get(fingerprintOf(key))

/**
 * Returns the key's row and session claims. Throws key_invalid, address_not_allowed. Whether the session
 * stands is for `resolveSession` to say. Requires the system role.
 */
export async function presentKey(tx: Tx, key: string, address: string): Promise<PresentedKey> {
  const row = isWellFormedKey(key) ? await findKey(tx, hashKey(key)) : undefined
  if (row) noteFact({ keyId: row.id })
  if (!row?.session_id || row.revoked_at || row.expires_at <= new Date())
    throw new AppError('key_invalid')
  if (!isAllowed(row.allowed, address)) throw new AppError('address_not_allowed')
  const claims: AccessClaims = {
    ...{ sub: row.user_id, session_id: row.session_id, email: '', aal: 'aal1' },
    exp: Math.floor(row.expires_at.getTime() / 1000),
  }
  remember(key, claims)
  return {
    id: row.id,
    scopes: row.scopes as KeyScope[],
    limitCents: row.limit_cents,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    claims,
  }
}

/** Returns true if one of the networks contains the address, or the list is empty. */
export function isAllowed(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true
  const familyOf = (text: string) => (isIP(text) === 6 ? 'ipv6' : 'ipv4')
  if (isIP(address) === 0) return false
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', bits] = network.split('/')
    if (bits === undefined) list.addAddress(base, familyOf(base))
    else list.addSubnet(base, Number(bits), familyOf(base))
  }
  return list.check(address, familyOf(address))
}

const MINUTE_MS = 60_000

/** Holds the keys whose use is being stored by this process. */
const marking = new Set<string>()

/** Stores that the key was used, at most once a minute, in a transaction that no answer waits for. */
export function noteUse({ db, log }: { db: Database; log: Log }, key: PresentedKey): void {
  const isRecent = key.lastUsedAt !== null && Date.now() - key.lastUsedAt.getTime() < MINUTE_MS
  if (isRecent || marking.has(key.id)) return
  marking.add(key.id)
  db.transaction(system, (tx) => markUsed(tx, key.id))
    .catch((error) => log.warn({ err: error }, 'the use of a key was not stored'))
    .finally(() => marking.delete(key.id))
}
