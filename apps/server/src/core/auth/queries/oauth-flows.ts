/** Visits to providers: each state is used once. */
import type { Tx } from '../../../platform/database/db.ts'

export async function insertFlow(
  tx: Tx,
  flow: {
    stateHash: string
    provider: string
    browserHash: string
    secretsSealed: string
    redirectTo: string
    codeChallenge: string | null
    linking: { userId: string; sessionId: string } | null
    expiresAt: Date
  },
): Promise<void> {
  await tx
    .insertInto('auth.oauth_flows')
    .values({
      state_hash: flow.stateHash,
      provider: flow.provider,
      browser_hash: flow.browserHash,
      secrets_sealed: flow.secretsSealed,
      redirect_to: flow.redirectTo,
      code_challenge: flow.codeChallenge,
      linking_user_id: flow.linking?.userId ?? null,
      linking_session_id: flow.linking?.sessionId ?? null,
      expires_at: flow.expiresAt,
    })
    .execute()
}

/**
 * Uses up a flow if the browser that started it returns; otherwise returns null. The row remains
 * until it is purged, to distinguish a replay from a forgery.
 */
export async function takeFlow(tx: Tx, stateHash: string, browserHash: string) {
  const query = tx
    .updateTable('auth.oauth_flows')
    .set({ used_at: new Date() })
    .where('state_hash', '=', stateHash)
    .where('browser_hash', '=', browserHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date())
    .returningAll()
  return (await query.executeTakeFirst()) ?? null
}

/** Returns a visit that stands, without using it up. */
export async function findOpenFlow(tx: Tx, stateHash: string) {
  const query = tx
    .selectFrom('auth.oauth_flows')
    .selectAll()
    .where('state_hash', '=', stateHash)
    .where('used_at', 'is', null)
    .where('answer_sealed', 'is', null)
    .where('expires_at', '>', new Date())
  return (await query.executeTakeFirst()) ?? null
}

/** Keeps the answer of a visit that has none yet. Returns false if it has, or is over. */
export async function saveAnswer(tx: Tx, stateHash: string, sealed: string): Promise<boolean> {
  const result = await tx
    .updateTable('auth.oauth_flows')
    .set({ answer_sealed: sealed })
    .where('state_hash', '=', stateHash)
    .where('used_at', 'is', null)
    .where('answer_sealed', 'is', null)
    .where('expires_at', '>', new Date())
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function wasFlowUsed(tx: Tx, stateHash: string): Promise<boolean> {
  const query = tx
    .selectFrom('auth.oauth_flows')
    .select('used_at')
    .where('state_hash', '=', stateHash)
  return (await query.executeTakeFirst())?.used_at != null
}
