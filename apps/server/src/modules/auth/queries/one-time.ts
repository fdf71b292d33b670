/** Mailed tokens and PKCE codes: each is found and used up in one statement. */
import type { Tx } from '../../../platform/db.ts'

export type MailTokenType = 'signup' | 'recovery'

/** Replaces an earlier token of the same type. */
export async function upsertMailToken(
  tx: Tx,
  token: {
    userId: string
    type: MailTokenType
    hash: string
    codeChallenge: string | null
    expiresAt: Date
  },
): Promise<void> {
  const values = {
    token_hash: token.hash,
    code_challenge: token.codeChallenge,
    expires_at: token.expiresAt,
    created_at: new Date(),
  }
  await tx
    .insertInto('auth.mail_tokens')
    .values({ user_id: token.userId, type: token.type, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'type']).doUpdateSet(values))
    .execute()
}

export async function takeMailToken(tx: Tx, hash: string, types: MailTokenType[]) {
  const query = tx
    .deleteFrom('auth.mail_tokens')
    .where('token_hash', '=', hash)
    .where('type', 'in', types)
    .where('expires_at', '>', new Date())
    .returning(['user_id', 'type', 'code_challenge'])
  return (await query.executeTakeFirst()) ?? null
}

export async function insertPkceCode(
  tx: Tx,
  code: {
    hash: string
    userId: string
    method: string
    codeChallenge: string
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
      expires_at: code.expiresAt,
    })
    .execute()
}

export async function takePkceCode(tx: Tx, hash: string) {
  const query = tx.deleteFrom('auth.pkce_codes').where('code_hash', '=', hash).returningAll()
  return (await query.executeTakeFirst()) ?? null
}

export async function deleteOneTimeSecrets(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('auth.mail_tokens').where('user_id', '=', userId).execute()
  await tx.deleteFrom('auth.pkce_codes').where('user_id', '=', userId).execute()
}
