/**
 * The ES256 keys that sign certificates. One signs; a key that is replaced can no longer sign, and its public half stays
 * published for ever.
 */
import { CompactSign, type JWK } from 'jose'
import { type Database, system, type Tx } from '../../platform/database/db.ts'
import { audit } from '../../platform/security/audit.ts'
import { makeKeyPair, openPrivateKey } from '../../platform/security/key-pairs.ts'
import { type Renewal, reseal, type Secrets } from '../../platform/security/secrets.ts'
import {
  findSigningKey,
  insertKey,
  listPublicKeys,
  lockKeys,
  retireKeys,
  setKeySealed,
} from './queries.ts'

const SEAL = 'certificates.signing-keys'

/** Signs a compact JWS with the current key, which is created on first use. Run as the system. */
export async function sign(
  tx: Tx,
  secrets: Secrets,
  typ: string,
  payload: object,
): Promise<string> {
  const { kid, private_jwk_sealed } =
    (await findSigningKey(tx)) ?? (await makeFirstKey(tx, secrets))
  const privateKey = await openPrivateKey(secrets, SEAL, private_jwk_sealed!)
  return await new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'ES256', typ, kid })
    .sign(privateKey)
}

/** Lists every key that ever signed, newest first. */
export async function publishedKeys(db: Database): Promise<{ keys: JWK[] }> {
  const rows = await db.transaction(system, listPublicKeys)
  return { keys: rows.map(({ public_jwk }) => public_jwk as JWK) }
}

/** Returns the new key's ID; the private half of the one before is erased. */
export async function rotateKey(db: Database, secrets: Secrets): Promise<string> {
  return await db.transaction(system, async (tx) => {
    await lockKeys(tx)
    await retireKeys(tx, new Date())
    const { kid } = await makeKey(tx, secrets)
    await audit(tx, {
      actor: 'system',
      action: 'certificate_key.rotate',
      object: `certificate_key:${kid}`,
    })
    return kid
  })
}

/** Seals the key that signs, if there is one, under another master secret. Run as the system. */
export async function resealKey(tx: Tx, renewal: Renewal): Promise<void> {
  await lockKeys(tx)
  const { kid, private_jwk_sealed: sealed } = (await findSigningKey(tx)) ?? {}
  if (kid && sealed) await setKeySealed(tx, kid, reseal(renewal, SEAL, sealed))
}

async function makeFirstKey(tx: Tx, secrets: Secrets) {
  await lockKeys(tx)
  return (await findSigningKey(tx)) ?? (await makeKey(tx, secrets))
}

async function makeKey(tx: Tx, secrets: Secrets) {
  return await insertKey(tx, await makeKeyPair(secrets, SEAL))
}
