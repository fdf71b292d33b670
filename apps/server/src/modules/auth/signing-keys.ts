/** The ES256 keys that sign access tokens; private halves are sealed at rest. */
import { randomUUID } from 'node:crypto'
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { sql } from 'kysely'
import { type Database, system, type Tx } from '../../platform/db.ts'
import type { Secrets } from '../../platform/secrets.ts'

export type Keys = { signing: { kid: string; privateKey: CryptoKey }; jwks: JWK[] }

/** `current(kid)` looks again in the database when it does not know that key. */
export type KeyRing = { current: (wantedKid?: string) => Promise<Keys> }

const SEAL = 'auth.signing-keys'
const MAX_AGE_MS = 60_000
/** Unknown key IDs come from anyone: they may not cost a query each. */
const MIN_AGE_MS = 5_000

/** Makes the first key when there is none. */
export async function openKeyRing(db: Database, secrets: Secrets): Promise<KeyRing> {
  await db.transaction(system, (tx) => ensureActiveKey(tx, secrets))
  const load = () => db.transaction(system, (tx) => loadKeys(tx, secrets))
  let keys = await load()
  let loadedAt = Date.now()
  return {
    current: async (wantedKid) => {
      const ageMs = Date.now() - loadedAt
      const isMissing = wantedKid !== undefined && !keys.jwks.some((jwk) => jwk.kid === wantedKid)
      if (ageMs > MAX_AGE_MS || (isMissing && ageMs > MIN_AGE_MS)) {
        keys = await load()
        loadedAt = Date.now()
      }
      return keys
    },
  }
}

async function ensureActiveKey(tx: Tx, secrets: Secrets): Promise<void> {
  // Processes that start together make one key between them.
  await sql`select pg_advisory_xact_lock(hashtext('auth.signing_keys'))`.execute(tx)
  const active = await tx
    .selectFrom('auth.signing_keys')
    .select('kid')
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (active) return
  const pair = await generateKeyPair('ES256', { extractable: true })
  const kid = randomUUID()
  const publicJwk = {
    ...(await exportJWK(pair.publicKey)),
    kid,
    alg: 'ES256',
    use: 'sig',
    key_ops: ['verify'],
  }
  const privateJwk = JSON.stringify(await exportJWK(pair.privateKey))
  await tx
    .insertInto('auth.signing_keys')
    .values({
      kid,
      public_jwk: JSON.stringify(publicJwk),
      private_jwk_sealed: secrets.seal(SEAL, privateJwk),
    })
    .execute()
}

async function loadKeys(tx: Tx, secrets: Secrets): Promise<Keys> {
  const rows = await tx
    .selectFrom('auth.signing_keys')
    .selectAll()
    .orderBy('created_at', 'desc')
    .execute()
  const active = rows.find((row) => row.is_active)
  if (!active) throw new Error('There is no active signing key.')
  const jwk = JSON.parse(openSealed(secrets, active.private_jwk_sealed))
  const privateKey = (await importJWK(jwk, 'ES256')) as CryptoKey
  return {
    signing: { kid: active.kid, privateKey },
    jwks: rows.map((row) => row.public_jwk as JWK),
  }
}

function openSealed(secrets: Secrets, sealed: string): string {
  try {
    return secrets.open(SEAL, sealed)
  } catch (error) {
    throw new Error('The signing key does not open: this database belongs to another SECRET_KEY.', {
      cause: error,
    })
  }
}
