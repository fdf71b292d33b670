/** Finds the application of a mailed link: that of the receipt, or that of a question. */
import { createHash } from 'node:crypto'
import type { Tx } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import { readSignedId, signId } from '../../platform/security/signed-ids.ts'
import { findByToken } from './question-queries.ts'

const keyOf = ({ secrets }: Pick<Platform, 'secrets'>) => secrets.key('application-status')

/** Returns the token of the receipt's link. */
export const receiptToken = (platform: Pick<Platform, 'secrets'>, id: string): string =>
  signId(keyOf(platform), id)

/** Returns the application that a receipt's link was made for; null for any other text. */
export const readReceiptToken = (
  platform: Pick<Platform, 'secrets'>,
  token: string,
): string | null => readSignedId(keyOf(platform), token)

/**
 * Returns the application of a link; null for one that was invented, and for that of a question which is
 * answered or replaced. Call as the system.
 */
export async function applicationOfLink(
  tx: Tx,
  platform: Pick<Platform, 'secrets'>,
  token: string,
): Promise<string | null> {
  const id = readReceiptToken(platform, token)
  if (id) return id
  const question = await findByToken(tx, createHash('sha256').update(token).digest())
  return question?.application_id ?? null
}
