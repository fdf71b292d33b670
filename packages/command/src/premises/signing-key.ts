/** The key by which a vendor signs what it has measured: a private JWK in a file that its owner alone can read. */
import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { UsageError } from '@semblance/synth/command-line'

export type PublicJwk = { kty: 'EC'; crv: 'P-256'; x: string; y: string }

export type SigningKey = { key: KeyObject; jwk: PublicJwk; kid: string }

/** Makes a key, and writes its private half to a new file. Throws UsageError for a file that exists. */
export async function makeSigningKey(path: string): Promise<SigningKey> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const text = `${JSON.stringify(privateKey.export({ format: 'jwk' }))}\n`
  try {
    await writeFile(path, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new UsageError(`${path} exists; it is not overwritten.`)
  }
  return describe(privateKey)
}

/** Reads a key. Throws UsageError for a file that is none, or that others can read. */
export async function readSigningKey(path: string): Promise<SigningKey> {
  const found = await stat(path).catch(() => null)
  if (!found) throw new UsageError(`There is no file ${path}. Make a key by semblance keygen.`)
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
    throw new UsageError(`${path} can be read by others. Run chmod 600 on it.`)
  try {
    return describe(
      createPrivateKey({ key: JSON.parse(await readFile(path, 'utf8')), format: 'jwk' }),
    )
  } catch {
    throw new UsageError(`${path} holds no private key as semblance keygen makes it.`)
  }
}

function describe(key: KeyObject): SigningKey {
  const { kty, crv, x, y } = key.export({ format: 'jwk' })
  if (kty !== 'EC' || crv !== 'P-256' || !x || !y) throw new Error('Not a key of P-256.')
  // Its members in the order of their names (RFC 7638).
  const text = JSON.stringify({ crv, kty, x, y })
  const kid = createHash('sha256').update(text).digest('base64url')
  return { key, jwk: { kty, crv, x, y }, kid }
}

/** Signs a payload as a compact JWS (ES256). */
export function signPayload({ key, kid }: SigningKey, type: string, payload: unknown): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'ES256', typ: type, kid })}.${part(payload)}`
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}
