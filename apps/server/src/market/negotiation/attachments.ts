/** Files that go with messages. */
import { z } from 'zod'
import type { AttachmentKind } from '../../core/attachments/service.ts'
import { AppError } from '../../platform/http/errors.ts'
import { participantForWrite } from './participants.ts'

export const messageFiles: AttachmentKind = {
  name: 'attachments',
  table: 'message_attachments',
  place: 'conversation_id',
  keyOwner: 'conversation',
  carrier: 'message_id',
  field: 'attachmentIds',
  enter: async (ctx, conversationId) => {
    if (!z.uuid().safeParse(conversationId).success) throw new AppError('not_found')
    const { conversation, own } = await participantForWrite(ctx, conversationId)
    const { id, client, vendor } = conversation
    return { id, client, vendor, own }
  },
}
