/** Reviews: by a client about the work under a completed contract, one each, answered once. */
import { type Review, reviewCan } from '@semblance/contract'
import { requireMemberOrganization } from '../../core/api/service.ts'
import { notify } from '../../core/notifications/service.ts'
import { decodeCursor, type Page, pageOf } from '../../platform/database/cursor.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { getContractForParty } from '../contracts/service.ts'
import * as queries from './queries.ts'

export async function listReviews({ tx }: Ctx, input: Page & { companyId: string }) {
  const { companyId, limit } = input
  if (!(await queries.findCompany(tx, { id: companyId }))) throw new AppError('not_found')
  const rows = await queries.listReviews(tx, companyId, input)
  const items = rows.slice(0, limit).map(toReview)
  return { items, nextCursor: rows.length > limit ? items.at(-1)!.id : null }
}

/** Lists the client's contracts with a company that it may review. Empty if the caller is not a client. */
export async function listReviewable({ tx, actor }: Ctx, input: Page & { companyId: string }) {
  const after = decodeCursor(input.cursor)
  const client = actor.organization?.isClient ? actor.organization.id : null
  const rows = client
    ? await queries.listReviewable(tx, { client, vendor: input.companyId }, after, input.limit)
    : []
  return pageOf(
    rows,
    input.limit,
    (row) => ({ at: row.created_at, id: row.id }),
    ({ id, title, completed_at }) => ({ contractId: id, title, completedAt: completed_at }),
  )
}

export async function reviewContract(
  ctx: Ctx,
  input: { contractId: string; rating: number; comment: string },
): Promise<Review> {
  const client = requireMemberOrganization(ctx, 'client')
  const contract = await getContractForParty(ctx, input.contractId)
  if (contract.client !== client) throw new AppError('not_found')
  if (!reviewCan.write({ status: contract.status, isReviewed: false }))
    throw new AppError('contract_not_completed')
  const { rating, comment } = input
  const { vendor, title } = contract
  const id = await withSystemRole(ctx.tx, () =>
    queries.insertReview(ctx.tx, {
      contract_id: contract.id,
      client,
      vendor,
      user_id: ctx.actor.userId,
      project: title,
      rating,
      comment,
      created_at: ctx.now,
    }),
  )
  if (!id) throw new AppError('already_reviewed')
  await notify(ctx, {
    organizationId: vendor,
    type: 'contract',
    title: `New ${rating}-star review`,
    message: `${ctx.actor.organization!.name} reviewed your work on ${title}. You can answer it once.`,
    path: '/company-profile',
    mail: true,
  })
  return await readReview(ctx, id)
}

export async function replyToReview(
  ctx: Ctx,
  { reviewId, reply }: { reviewId: string; reply: string },
): Promise<Review> {
  const vendor = requireMemberOrganization(ctx, 'vendor')
  const review = await queries.findReview(ctx.tx, reviewId)
  if (review?.vendor !== vendor) throw new AppError('not_found')
  const isFirst = await withSystemRole(ctx.tx, () =>
    queries.setReply(ctx.tx, reviewId, reply, ctx.now),
  )
  if (!isFirst) throw new AppError('already_replied')
  const own = await queries.findCompany(ctx.tx, { id: vendor })
  await notify(ctx, {
    organizationId: review.client,
    type: 'contract',
    title: 'Your review was answered',
    message: `${ctx.actor.organization!.name} answered your review of ${review.project}.`,
    path: `/company-profile/${own!.slug}`,
    mail: true,
  })
  return await readReview(ctx, reviewId)
}

/** Reads a review as the system, because the vendor may have been suspended since. */
async function readReview({ tx }: Ctx, id: string): Promise<Review> {
  return toReview((await withSystemRole(tx, () => queries.findReview(tx, id)))!)
}

const toReview = (row: queries.ReviewRow): Review => ({
  id: row.id,
  reviewer:
    row.client_slug === null || row.client_name === null
      ? null
      : { slug: row.client_slug, name: row.client_name },
  rating: row.rating,
  comment: row.comment,
  project: row.project,
  createdAt: row.created_at,
  reply: row.reply,
  repliedAt: row.replied_at,
})
