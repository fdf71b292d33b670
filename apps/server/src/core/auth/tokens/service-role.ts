/** The key that opens the admin endpoints: for servers, never for browsers. */
import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../../platform/security/secrets.ts'
import { hashToken } from './opaque-tokens.ts'

export const serviceKeyOf = (secrets: Secrets) =>
  `sb_secret_${secrets.key('auth.service-role').toString('base64url')}`

/** Compares digests, so that neither length nor prefix shows in the time taken. */
export const isServiceKey = (key: string, bearer: string) =>
  timingSafeEqual(Buffer.from(hashToken(key)), Buffer.from(hashToken(bearer)))
