import type { Ctx } from '../../platform/http/context.ts'
import type { KeyOwner } from './key-queries.ts'

/**
 * Describes the differences between the files of messages and those of statements. Both tables
 * share all other columns.
 */
export type AttachmentKind = {
  /** Last part of the files' addresses, kind of their links, and directory of those in the clear. */
  name: 'attachments' | 'evidence'
  table: 'message_attachments' | 'dispute_files'
  /** Column: where they are put up. */
  place: 'conversation_id' | 'contract_id'
  /** Owner of the key that seals the files of a place. */
  keyOwner: KeyOwner['kind']
  /** Column: what carries them; null until it is made. */
  carrier: 'message_id' | 'statement_id'
  /** The input that names those to be carried. */
  field: 'attachmentIds' | 'evidenceIds'
  /** Returns the place if the caller is a party that may upload files to it. Throws for all other callers. */
  enter: (ctx: Ctx, placeId: string) => Promise<EncryptionContext>
}

/** `own` is the caller's organization, one of the two. */
export type EncryptionContext = { id: string; client: string; vendor: string; own: string }
