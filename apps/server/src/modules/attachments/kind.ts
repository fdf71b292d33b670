import type { Ctx } from '../../platform/context.ts'

/** What differs between the files of messages and those of statements; both tables have the same columns beside. */
export type AttachmentKind = {
  /** Directory of the files, last part of their addresses, and kind of their links. */
  name: 'attachments' | 'evidence'
  table: 'message_attachments' | 'dispute_files'
  /** Column: where they are put up. */
  place: 'conversation_id' | 'contract_id'
  /** Column: what carries them; null until it is made. */
  carrier: 'message_id' | 'statement_id'
  /** The input that names those to be carried. */
  field: 'attachmentIds' | 'evidenceIds'
  /** The place as a party that may put files up in it; throws for everyone else. */
  enter: (ctx: Ctx, placeId: string) => Promise<Place>
}

/** `own` is the caller's organization, one of the two. */
export type Place = { id: string; client: string; vendor: string; own: string }
