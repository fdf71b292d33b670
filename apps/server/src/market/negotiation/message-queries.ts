import type { Side } from '@semblance/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Position } from '../../platform/database/cursor.ts'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { ConversationRow } from './conversation-queries.ts'
import type { Participant } from './participants.ts'

export type MessageRow = Selectable<DB['messages']>

/** Lists messages, newest first by id; one row more than the page. */
export async function listThread(
  tx: Tx,
  conversationId: string,
  after: Position | null,
  limit: number,
): Promise<MessageRow[]> {
  return await tx
    .selectFrom('messages')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .$if(after !== null, (query) => query.where('id', '<', after!.id))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}

/** Holds the conversation, so that its messages and what is counted of them come one after the other. */
export async function lockConversation(tx: Tx, id: string): Promise<ConversationRow> {
  return await tx
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

export async function insertMessage(tx: Tx, row: Insertable<DB['messages']>): Promise<MessageRow> {
  return await tx.insertInto('messages').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function findSentMessage(
  tx: Tx,
  conversationId: string,
  userId: string | null,
  key: string,
): Promise<MessageRow | undefined> {
  return await tx
    .selectFrom('messages')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
}

export async function countSentSince(tx: Tx, userId: string | null, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('messages')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

export async function setLastMessage(
  tx: Tx,
  { id, conversation_id, created_at }: MessageRow,
): Promise<void> {
  await tx
    .updateTable('conversations')
    .set({ last_message_id: id, client_at: created_at, vendor_at: created_at })
    .where('id', '=', conversation_id)
    .execute()
}

/** Counts a new message as unread for all users of the other party. */
export async function countForReaders(
  tx: Tx,
  { conversation_id, created_at }: MessageRow,
  organization: string,
  side: Side,
): Promise<void> {
  await tx
    .insertInto('conversation_reads')
    .columns(['conversation_id', 'user_id', 'organization', 'side', 'unread_count', 'unread_at'])
    .expression((eb) =>
      eb
        .selectFrom('profiles as p')
        .select([
          sql<string>`${conversation_id}::uuid`.as('conversation_id'),
          'p.user_id',
          sql<string>`${organization}::uuid`.as('organization'),
          sql<Side>`${side}::text`.as('side'),
          sql<number>`1`.as('unread_count'),
          sql<Date>`${created_at}::timestamptz`.as('unread_at'),
        ])
        .where('p.organization', '=', organization)
        .where('p.membership', '=', 'active'),
    )
    .onConflict((conflict) =>
      conflict.columns(['conversation_id', 'user_id']).doUpdateSet((eb) => ({
        organization: eb.ref('excluded.organization'),
        side: eb.ref('excluded.side'),
        unread_count: eb('conversation_reads.unread_count', '+', 1),
        unread_at: eb.ref('excluded.unread_at'),
      })),
    )
    .execute()
}

export async function hasMessage(tx: Tx, conversationId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('messages')
    .select('id')
    .where('id', '=', id)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst()
  return row !== undefined
}

/** Moves a person's mark forward, never back; whether it moved. */
export async function setRead(
  tx: Tx,
  { conversation, side, own, other }: Participant,
  mark: { userId: string; messageId: string; now: Date },
): Promise<boolean> {
  const { userId, messageId, now } = mark
  const row = await tx
    .insertInto('conversation_reads')
    .values({
      conversation_id: conversation.id,
      user_id: userId,
      organization: own,
      side,
      last_message_id: messageId,
      read_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['conversation_id', 'user_id'])
        .doUpdateSet({
          organization: own,
          side,
          last_message_id: messageId,
          read_at: now,
          unread_count: sql<number>`least(conversation_reads.unread_count, (select count(*) from messages m
            where m.conversation_id = ${conversation.id} and m.id > ${messageId} and m.sender = ${other}))`,
        })
        .where((eb) =>
          eb.or([
            eb('conversation_reads.last_message_id', 'is', null),
            eb('conversation_reads.last_message_id', '<', messageId),
          ]),
        ),
    )
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Stores whether the side has been notified of its unread messages. */
export async function setTold(tx: Tx, id: string, side: Side, told: boolean): Promise<void> {
  await tx
    .updateTable('conversations')
    .set(side === 'client' ? { client_told: told } : { vendor_told: told })
    .where('id', '=', id)
    .where(`${side}_told`, '=', !told)
    .execute()
}

/** Finds the latest message that any user of the organization has read. */
export async function findFarthestRead(tx: Tx, conversationId: string, organization: string) {
  return await tx
    .selectFrom('conversation_reads')
    .select(['last_message_id', 'read_at'])
    .where('conversation_id', '=', conversationId)
    .where('organization', '=', organization)
    .where('last_message_id', 'is not', null)
    .orderBy('last_message_id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
