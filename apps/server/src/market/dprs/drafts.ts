/** Requests that are still being written; they belong to the whole organization. */
import { type DprDraft, type DraftContent, MAX_DRAFTS } from '@semblance/contract'
import { requireMemberOrganization, viewerOrganization } from '../../core/api/service.ts'
import { decodeUuidCursor, type Page, pageOf } from '../../platform/database/cursor.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import {
  countDrafts,
  type DraftRow,
  deleteDraft,
  findDraft,
  insertDraft,
  listDrafts,
  updateDraft,
} from './draft-queries.ts'

const MAX_TITLE_LENGTH = 200

export async function listOwnDrafts(ctx: Ctx, input: Page) {
  const after = decodeUuidCursor(input.cursor)
  const rows = await listDrafts(ctx.tx, viewerOrganization(ctx, 'client'), {
    after,
    limit: input.limit,
  })
  return pageOf(rows, input.limit, (row) => ({ at: row.updated_at, id: row.id }), toDraft)
}

export async function getDraft(ctx: Ctx, draftId: string) {
  const row = await findDraft(ctx.tx, draftId, viewerOrganization(ctx, 'client'))
  if (!row) throw new AppError('not_found')
  return { ...toDraft(row), content: row.content }
}

/**
 * Creates a draft, or replaces the text of an existing one; the last save wins. Throws not_found,
 * drafts_full.
 */
export async function saveDraft(
  ctx: Ctx,
  { draftId, content }: { draftId?: string; content: DraftContent },
): Promise<DprDraft> {
  const client = requireMemberOrganization(ctx, 'client')
  const title = (content.title ?? '').trim().slice(0, MAX_TITLE_LENGTH)
  if (draftId) {
    const row = await updateDraft(ctx.tx, draftId, { title, content, at: ctx.now })
    if (!row) throw new AppError('not_found')
    return toDraft(row)
  }
  if ((await countDrafts(ctx.tx, client)) >= MAX_DRAFTS) throw new AppError('drafts_full')
  const createdBy = ctx.actor.userId
  return toDraft(await insertDraft(ctx.tx, { client, createdBy, title, content }))
}

export async function removeDraft(ctx: Ctx, draftId: string): Promise<void> {
  requireMemberOrganization(ctx, 'client')
  if (!(await deleteDraft(ctx.tx, draftId))) throw new AppError('not_found')
}

const toDraft = (row: DraftRow): DprDraft => ({
  id: row.id,
  title: row.title,
  updatedAt: row.updated_at,
})
