import type { Attachment } from '@semblance/contract'
import type { Insertable, Selectable } from 'kysely'
import type { DB } from '../../platform/database.gen.ts'
import type { Tx } from '../../platform/db.ts'

export type AttachmentRow = Selectable<DB['message_attachments']>

export async function insertAttachment(
  tx: Tx,
  row: Insertable<DB['message_attachments']>,
): Promise<void> {
  await tx.insertInto('message_attachments').values(row).execute()
}

export async function findAttachment(tx: Tx, id: string): Promise<AttachmentRow | undefined> {
  return await tx
    .selectFrom('message_attachments')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Files that a person has put up and not sent. */
export async function countUnsent(tx: Tx, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('message_attachments')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('uploaded_by', '=', userId)
    .where('message_id', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Gives a person's unsent files to a message; how many of them there were. */
export async function claimAttachments(
  tx: Tx,
  ids: string[],
  claim: { conversationId: string; messageId: string; userId: string | null },
): Promise<number> {
  if (ids.length === 0) return 0
  const { numUpdatedRows } = await tx
    .updateTable('message_attachments')
    .set({ message_id: claim.messageId })
    .where('id', 'in', ids)
    .where('message_id', 'is', null)
    .where('conversation_id', '=', claim.conversationId)
    .where('uploaded_by', 'is not distinct from', claim.userId)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** By message, in the order in which they were put up. */
export async function listAttachmentsOf(
  tx: Tx,
  messageIds: string[],
): Promise<(messageId: string) => Attachment[]> {
  if (messageIds.length === 0) return () => []
  const rows = await tx
    .selectFrom('message_attachments')
    .select(['id', 'message_id', 'file_name', 'bytes'])
    .where('message_id', 'in', messageIds)
    .orderBy('id')
    .execute()
  const byMessage = Map.groupBy(rows, (row) => row.message_id)
  return (messageId) =>
    (byMessage.get(messageId) ?? []).map((row) => ({
      id: row.id,
      fileName: row.file_name,
      bytes: Number(row.bytes),
    }))
}

/** Takes hold of the unsent ones that are too old, so that nobody sends them meanwhile. */
export async function lockStale(tx: Tx, createdBefore: Date) {
  return await tx
    .selectFrom('message_attachments')
    .select(['id', 'storage_key'])
    .where('message_id', 'is', null)
    .where('created_at', '<', createdBefore)
    .orderBy('created_at')
    .limit(1000)
    .forUpdate()
    .skipLocked()
    .execute()
}

export async function deleteAttachments(tx: Tx, ids: string[]): Promise<void> {
  await tx.deleteFrom('message_attachments').where('id', 'in', ids).execute()
}
