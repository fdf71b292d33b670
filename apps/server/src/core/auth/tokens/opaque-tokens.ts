/** One-time secrets: random on the wire; at rest a hash, and for short codes a hash under a key. */
import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../../platform/security/secrets.ts'

/** Returns 256 random bits in base64url. */
export const newToken = () => randomBytes(32).toString('base64url')

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/** Returns six random digits, for people to type in. */
export const newCode = () => String(randomInt(1_000_000)).padStart(6, '0')

/** `scope` ties a code to what it was made for; without the key, a million tries would find it. */
export const hashCode = (secrets: Secrets, scope: string, code: string) =>
  createHmac('sha256', secrets.key('auth.codes')).update(`${scope}:${code}`).digest('hex')

export const codeMatches = (secrets: Secrets, scope: string, code: string, hash: string) =>
  timingSafeEqual(Buffer.from(hashCode(secrets, scope, code)), Buffer.from(hash))
