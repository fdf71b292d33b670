/** Mailed tokens and PKCE codes: each is found and used up in one statement. */
import { type Selectable, sql } from 'kysely'
import type { AuthOneTimeTokens } from '../../../platform/database/database.gen.ts'
import type { Tx } from '../../../platform/database/db.ts'

export type TokenType =
  | 'signup'
  | 'invite'
  | 'recovery'
  | 'magiclink'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthentication'
  | 'sms'
  | 'phone_change'

export type TokenRow = Omit<Selectable<AuthOneTimeTokens>, 'type'> & { type: TokenType }

/** Replaces an earlier token of the same type. */
export async function upsertToken(
  tx: Tx,
  token: {
    userId: string
    type: TokenType
    recipient: string
    tokenHash: string | null
    codeHash: string
    codeChallenge: string | null
    expiresAt: Date
  },
): Promise<void> {
  const values = {
    recipient: token.recipient,
    token_hash: token.tokenHash,
    code_hash: token.codeHash,
    attempts: 0,
    code_challenge: token.codeChallenge,
    expires_at: token.expiresAt,
    created_at: new Date(),
  }
  await tx
    .insertInto('auth.one_time_tokens')
    .values({ user_id: token.userId, type: token.type, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'type']).doUpdateSet(values))
    .execute()
}

export async function consumeToken(
  tx: Tx,
  hash: string,
  types: TokenType[],
): Promise<TokenRow | null> {
  const query = tx
    .deleteFrom('auth.one_time_tokens')
    .where('token_hash', '=', hash)
    .where('type', 'in', types)
    .where('expires_at', '>', new Date())
    .returningAll()
  return ((await query.executeTakeFirst()) as TokenRow | undefined) ?? null
}

/** Lists and locks the valid tokens with a code that were sent to `recipient`. */
export async function lockCodesSentTo(
  tx: Tx,
  recipient: string,
  types: TokenType[],
): Promise<TokenRow[]> {
  const query = tx
    .selectFrom('auth.one_time_tokens')
    .selectAll()
    .where('recipient', '=', recipient)
    .where('type', 'in', types)
    .where('code_hash', 'is not', null)
    .where('expires_at', '>', new Date())
    .orderBy('id')
    .forUpdate()
  return (await query.execute()) as TokenRow[]
}

export async function deleteToken(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('auth.one_time_tokens').where('id', '=', id).execute()
}

/**
 * Counts one wrong guess. After `most` guesses the code is deleted, but the link of the same token
 * remains valid.
 */
export async function countWrongCode(tx: Tx, ids: string[], most: number): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('auth.one_time_tokens')
    .set({
      attempts: sql`attempts + 1`,
      code_hash: sql`case when attempts + 1 < ${most} then code_hash end`,
    })
    .where('id', 'in', ids)
    .execute()
}

export async function insertPkceCode(
  tx: Tx,
  code: {
    hash: string
    userId: string
    method: string
    codeChallenge: string
    providerTokensSealed: string | null
    expiresAt: Date
  },
): Promise<void> {
  await tx
    .insertInto('auth.pkce_codes')
    .values({
      code_hash: code.hash,
      user_id: code.userId,
      method: code.method,
      code_challenge: code.codeChallenge,
      provider_tokens_sealed: code.providerTokensSealed,
      expires_at: code.expiresAt,
    })
    .execute()
}

export async function consumePkceCode(tx: Tx, hash: string) {
  const query = tx.deleteFrom('auth.pkce_codes').where('code_hash', '=', hash).returningAll()
  return (await query.executeTakeFirst()) ?? null
}

export async function deleteOneTimeSecrets(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('auth.one_time_tokens').where('user_id', '=', userId).execute()
  await tx.deleteFrom('auth.pkce_codes').where('user_id', '=', userId).execute()
  await tx.deleteFrom('auth.oauth_flows').where('linking_user_id', '=', userId).execute()
}
