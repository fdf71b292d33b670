/** Signs IDs for links in mails, which stand for no more than one small right and do not expire. Pure. */
import { createHmac, timingSafeEqual } from 'node:crypto'

const ID_BYTES = 16
const MAC_BYTES = 16
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Returns a token of 43 URL-safe characters for a UUID. `key` belongs to this purpose alone. */
export function signId(key: Buffer, id: string): string {
  if (!uuid.test(id)) throw new Error('Only UUIDs are signed.')
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
  return Buffer.concat([bytes, macOf(key, bytes)]).toString('base64url')
}

/** Returns the UUID of a token, or null if this key has not signed it. */
export function readSignedId(key: Buffer, token: string): string | null {
  if (!/^[\w-]{43}$/.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  const id = bytes.subarray(0, ID_BYTES)
  if (!timingSafeEqual(bytes.subarray(ID_BYTES), macOf(key, id))) return null
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const macOf = (key: Buffer, bytes: Buffer) =>
  createHmac('sha256', key).update(bytes).digest().subarray(0, MAC_BYTES)
