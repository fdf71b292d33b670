/** ES256 key pairs that sign for the platform: public halves as JWK, private halves sealed under the master secret. */
import { randomUUID } from 'node:crypto'
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { Secrets } from './secrets.ts'

export type KeyPair = { kid: string; publicJwk: JWK; privateJwkSealed: string }

/** `purpose` is what the private half is sealed for. */
export async function makeKeyPair(secrets: Secrets, purpose: string): Promise<KeyPair> {
  const pair = await generateKeyPair('ES256', { extractable: true })
  const kid = randomUUID()
  const publicHalf = await exportJWK(pair.publicKey)
  const privateJwk = JSON.stringify(await exportJWK(pair.privateKey))
  return {
    kid,
    publicJwk: { ...publicHalf, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] },
    privateJwkSealed: secrets.seal(purpose, privateJwk),
  }
}

/** Throws when it was sealed under another master secret. */
export async function openPrivateKey(
  secrets: Secrets,
  purpose: string,
  sealed: string,
): Promise<CryptoKey> {
  return (await importJWK(JSON.parse(openSealed(secrets, purpose, sealed)), 'ES256')) as CryptoKey
}

function openSealed(secrets: Secrets, purpose: string, sealed: string): string {
  try {
    return secrets.open(purpose, sealed)
  } catch (error) {
    throw new Error('The signing key does not open: this database belongs to another SECRET_KEY.', {
      cause: error,
    })
  }
}
