/** Twins that a vendor has measured for a listing: the steps of a delivery, without a contract. */
import { MAX_OPEN_TWINS, type Twin, type TwinForm } from '@semblance/contract'
import { requireMemberOrganization, viewerOrganization } from '../../../core/api/service.ts'
import { decodeUuidCursor, type Page, pageOf } from '../../../platform/database/cursor.ts'
import { withSystemRole } from '../../../platform/database/db.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { hasServersBelow } from '../../destructions/service.ts'
import { toDelivery } from '../delivery.ts'
import { countOpenTwins, findTwin, insertTwin, listTwins, lockTwinsOf } from './twin-queries.ts'

/** The first migration whose servers know deliveries without a contract; the jobs of others do nothing for them. */
const TWINS_LEVEL = 206

/** Begins a twin, which files are uploaded for. Throws too_many_twins, update_under_way. */
export async function startTwin(ctx: Ctx, form: TwinForm): Promise<Twin> {
  const vendor = requireMemberOrganization(ctx, 'vendor')
  if (await withSystemRole(ctx.tx, () => hasServersBelow(ctx.tx, TWINS_LEVEL)))
    throw new AppError('update_under_way')
  await lockTwinsOf(ctx.tx, vendor)
  if ((await countOpenTwins(ctx.tx, vendor)) >= MAX_OPEN_TWINS) throw new AppError('too_many_twins')
  const { title, category, privacyLevel } = form
  const id = await withSystemRole(ctx.tx, () =>
    insertTwin(ctx.tx, {
      ...{ vendor, title, category, privacy_level: privacyLevel },
      ...{ created_by: ctx.actor.userId, created_at: ctx.now },
    }),
  )
  return await getTwinOf(ctx, id)
}

/** Returns a twin of the caller's organization. Throws not_found. */
export async function getTwinOf(ctx: Ctx, id: string): Promise<Twin> {
  const vendor = viewerOrganization(ctx, 'vendor')
  const row = await findTwin(ctx.tx, vendor, id)
  if (!row) throw new AppError('not_found')
  const { title, category, privacy_level, listing_id, certificate_id, ...delivery } = row
  return {
    ...{ id, title, category: category as Twin['category'], privacyLevel: privacy_level },
    delivery: await toDelivery(ctx, delivery),
    listingId: listing_id,
    certificateId: certificate_id,
  }
}

export async function listOwnTwins(ctx: Ctx, page: Page) {
  const vendor = viewerOrganization(ctx, 'vendor')
  const after = decodeUuidCursor(page.cursor)
  const rows = await listTwins(ctx.tx, vendor, { after, limit: page.limit })
  return pageOf(
    rows,
    page.limit,
    ({ created_at, id }) => ({ at: created_at, id }),
    ({ id, title, status, file_name, reason, listing_id, certificate_id, created_at }) => ({
      ...{ id, title, status, reason, createdAt: created_at },
      ...{ fileName: file_name, listingId: listing_id, certificateId: certificate_id },
    }),
  )
}
