/** Ends the mails behind "Marketing emails" by a link that works without a session. */

import { system } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import { readSignedId, signId } from '../../platform/security/signed-ids.ts'
import { insertWithoutMarketing } from './queries.ts'

const keyOf = ({ secrets }: Pick<Platform, 'secrets'>) => secrets.key('unsubscribe')

/** Returns the address that ends a person's weekly mails by POST, and shows a button by GET. */
export const unsubscribeUrl = (platform: Platform, userId: string): string =>
  `${platform.config.publicUrl}/unsubscribe/${signId(keyOf(platform), userId)}`

/** Returns true if the platform has made the token of this link. */
export const isUnsubscribeToken = (platform: Platform, token: string): boolean =>
  readSignedId(keyOf(platform), token) !== null

/**
 * Turns the toggle of the token's person off, and no other; again is the same. Returns false for a
 * token that is not ours. Does nothing for an account that is gone.
 */
export async function unsubscribe(platform: Platform, token: string): Promise<boolean> {
  const userId = readSignedId(keyOf(platform), token)
  if (!userId) return false
  await platform.db.transaction(system, (tx) => insertWithoutMarketing(tx, userId))
  return true
}
