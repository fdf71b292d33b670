/**
 * The ES256 keys that sign access tokens; private halves are sealed at rest. A key is published before it signs,
 * so that every cache of the JWKS knows it by then, and stays published while a token it signed may live.
 */
import type { CryptoKey, JWK } from 'jose'
import { type Database, system, type Tx } from '../../../platform/database/db.ts'
import { makeKeyPair, openPrivateKey } from '../../../platform/security/key-pairs.ts'
import { type Renewal, reseal, type Secrets } from '../../../platform/security/secrets.ts'
import {
  deleteKeyRow,
  insertKeyRow,
  listKeyRows,
  lockKeys,
  setKeySealed,
} from '../queries/signing-keys.ts'

export type Keys = { signing: { kid: string; privateKey: CryptoKey }; jwks: JWK[] }

/** `current(kid)` looks again in the database when it does not know that key. */
export type KeyRing = { current: (wantedKid?: string) => Promise<Keys> }

/** Sets the lifetime of a signed access token, in seconds. */
export const ACCESS_TOKEN_SECONDS = 3600

const SEAL = 'auth.signing-keys'
const MAX_AGE_MS = 60_000
/** Unknown key IDs come from anyone: they may not cost a query each. */
const MIN_AGE_MS = 5_000
/** The client's cache and our max-age are ten minutes each. */
const PUBLICATION_MS = 20 * 60_000
const KEY_LIFE_MS = 90 * 24 * 3600_000
/** The life of a token, and a margin for clocks that differ. */
const RETIREMENT_MS = ACCESS_TOKEN_SECONDS * 1000 + 600_000

type LoadedKey = { kid: string; jwk: JWK; signsFrom: Date; privateKey: CryptoKey }

/** Makes the first key when there is none. */
export async function openKeyRing(db: Database, secrets: Secrets): Promise<KeyRing> {
  await db.transaction(system, async (tx) => {
    await lockKeys(tx)
    if ((await listKeyRows(tx)).length === 0) await makeKey(tx, secrets, new Date())
  })
  const load = () => db.transaction(system, (tx) => loadKeys(tx, secrets))
  let keys = await load()
  let loadedAt = Date.now()
  return {
    current: async (wantedKid) => {
      const ageMs = Date.now() - loadedAt
      const isMissing = wantedKid !== undefined && !keys.some(({ kid }) => kid === wantedKid)
      if (ageMs > MAX_AGE_MS || (isMissing && ageMs > MIN_AGE_MS)) {
        keys = await load()
        loadedAt = Date.now()
      }
      return { signing: signingKey(keys, new Date()), jwks: keys.map(({ jwk }) => jwk) }
    },
  }
}

/** The latest whose time has come; clocks that differ never leave us without one. */
function signingKey(keys: LoadedKey[], now: Date): Keys['signing'] {
  const key = keys.find(({ signsFrom }) => signsFrom <= now) ?? keys.at(-1)
  if (!key) throw new Error('There is no signing key.')
  return { kid: key.kid, privateKey: key.privateKey }
}

/**
 * Publishes a new key, which signs once caches know it, and drops keys whose tokens have all
 * expired. Returns the time it begins to sign. If a key is already waiting, returns that one and
 * creates none.
 */
export async function rotateKeys(
  db: Database,
  secrets: Secrets,
): Promise<{ kid: string; signsFrom: Date }> {
  return await db.transaction(system, async (tx) => {
    await lockKeys(tx)
    await dropRetired(tx)
    const waiting = (await listKeyRows(tx)).find(({ signs_from }) => signs_from > new Date())
    if (waiting) return { kid: waiting.kid, signsFrom: waiting.signs_from }
    return await makeKey(tx, secrets, new Date(Date.now() + PUBLICATION_MS))
  })
}

export async function rotateKeysWhenOld(db: Database, secrets: Secrets): Promise<void> {
  const isOld = await db.transaction(system, async (tx) => {
    await lockKeys(tx)
    await dropRetired(tx)
    const newest = (await listKeyRows(tx))[0]
    return newest !== undefined && newest.signs_from.getTime() < Date.now() - KEY_LIFE_MS
  })
  if (isOld) await rotateKeys(db, secrets)
}

/** Seals the private halves under another master secret. Run as the system. */
export async function resealSigningKeys(tx: Tx, renewal: Renewal): Promise<void> {
  await lockKeys(tx)
  for (const { kid, private_jwk_sealed } of await listKeyRows(tx))
    await setKeySealed(tx, kid, reseal(renewal, SEAL, private_jwk_sealed))
}

async function dropRetired(tx: Tx): Promise<void> {
  const limit = new Date(Date.now() - RETIREMENT_MS)
  const rows = await listKeyRows(tx)
  const successor = rows.findIndex(({ signs_from }) => signs_from <= limit)
  if (successor === -1) return
  for (const { kid } of rows.slice(successor + 1)) await deleteKeyRow(tx, kid)
}

async function makeKey(tx: Tx, secrets: Secrets, signsFrom: Date) {
  const pair = await makeKeyPair(secrets, SEAL)
  await insertKeyRow(tx, { ...pair, signsFrom })
  return { kid: pair.kid, signsFrom }
}

async function loadKeys(tx: Tx, secrets: Secrets): Promise<LoadedKey[]> {
  const rows = await listKeyRows(tx)
  return await Promise.all(
    rows.map(async (row) => ({
      kid: row.kid,
      jwk: row.public_jwk as JWK,
      signsFrom: row.signs_from,
      privateKey: await openPrivateKey(secrets, SEAL, row.private_jwk_sealed),
    })),
  )
}
