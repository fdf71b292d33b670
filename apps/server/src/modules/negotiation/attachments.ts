/** Files that go with messages. */
import { z } from 'zod'
import { AppError } from '../../platform/errors.ts'
import type { AttachmentKind } from '../attachments/service.ts'
import { seatToWrite } from './parties.ts'

export const messageFiles: AttachmentKind = {
  name: 'attachments',
  table: 'message_attachments',
  place: 'conversation_id',
  carrier: 'message_id',
  field: 'attachmentIds',
  enter: async (ctx, conversationId) => {
    if (!z.uuid().safeParse(conversationId).success) throw new AppError('not_found')
    const { conversation, own } = await seatToWrite(ctx, conversationId)
    const { id, client, vendor } = conversation
    return { id, client, vendor, own }
  },
}
