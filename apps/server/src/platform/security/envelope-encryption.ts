/** AES-256-GCM as everything at rest is sealed with: nonce, tag and ciphertext; and keys wrapped by the master secret. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Secrets } from './secrets.ts'

/**
 * Sets the nonce length that AES-GCM is designed for. Random ones repeat too rarely to matter below
 * 2^32 uses of a key (NIST SP 800-38D, 8.3).
 */
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

/** Describes the data authenticated with the content, so that it can be opened in its own place only. */
export type EncryptionContext = (string | number)[]

export const newKey = (): Buffer => randomBytes(KEY_BYTES)

export function encrypt(key: Buffer, place: EncryptionContext, plain: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(associated(place))
  const head = Buffer.alloc(NONCE_BYTES + TAG_BYTES)
  const sealed = Buffer.concat([head, cipher.update(plain), cipher.final()])
  nonce.copy(sealed)
  cipher.getAuthTag().copy(sealed, NONCE_BYTES)
  return sealed
}

/** Throws when it was altered, moved, or sealed under another key. */
export function open(key: Buffer, place: EncryptionContext, sealed: Buffer): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(associated(place)).setAuthTag(tag)
  return Buffer.concat([
    decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)),
    decipher.final(),
  ])
}

/** `wrapping` numbers the master secret's key-encryption keys. */
export const wrapKey = (
  secrets: Secrets,
  wrapping: number,
  place: EncryptionContext,
  key: Buffer,
): string => encrypt(wrappingKey(secrets, wrapping), place, key).toString('base64url')

export const unwrapKey = (
  secrets: Secrets,
  wrapping: number,
  place: EncryptionContext,
  wrapped: string,
): Buffer => open(wrappingKey(secrets, wrapping), place, Buffer.from(wrapped, 'base64url'))

const wrappingKey = (secrets: Secrets, wrapping: number) =>
  secrets.key(`vault.wrapping:${wrapping}`)

const associated = (place: EncryptionContext) => Buffer.from(JSON.stringify(place))
