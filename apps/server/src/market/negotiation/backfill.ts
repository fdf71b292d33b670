import type { Side } from '@semblance/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

type Reader = { organization: string; side: Side }

/**
 * Gives one side's messages of the past to the member with the email `writer`, and marks all but the last `unread`
 * messages as read by its members, for the sample marketplace. Requires the system role.
 */
export async function backfillReads(
  tx: Tx,
  conversation: string,
  { organization, side, unread, writer }: Reader & { unread: number; writer: string },
): Promise<void> {
  const newestFirst = await tx
    .selectFrom('messages')
    .select(['id', 'created_at'])
    .where('conversation_id', '=', conversation)
    .orderBy('id', 'desc')
    .execute()
  const read = newestFirst[unread]
  const unreadAt = unread > 0 ? newestFirst[0]!.created_at : null
  await sql`
    insert into conversation_reads
      (conversation_id, user_id, organization, side, last_message_id, read_at, unread_count, unread_at)
    select ${conversation}, user_id, organization, ${side}, ${read?.id ?? null}, ${read?.created_at ?? null}, ${unread}, ${unreadAt}
    from profiles where organization = ${organization} and membership = 'active'`.execute(tx)
  await sql`
    update messages set user_id = p.user_id from profiles p
    where conversation_id = ${conversation} and sender = ${organization} and p.organization = ${organization}
      and p.email = ${writer}`.execute(tx)
  await tx
    .updateTable('conversations')
    .set({ client_told: false, vendor_told: false })
    .where('id', '=', conversation)
    .execute()
}
