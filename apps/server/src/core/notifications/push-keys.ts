/** Derives the key by which push services know this platform (VAPID, RFC 8292) from the master secret. */
import { createECDH } from 'node:crypto'
import type { Secrets } from '../../platform/security/secrets.ts'

/** Returns both keys in base64url. After a change of SECRET_KEY they are others, and browsers subscribe again at their next visit. */
export function pushKeys(secrets: Pick<Secrets, 'key'>): { publicKey: string; privateKey: string } {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(secrets.key('push notifications'))
  return {
    publicKey: curve.getPublicKey('base64url'),
    privateKey: curve.getPrivateKey('base64url'),
  }
}
