/** Serves the company profiles that every reader of the market may see. */
import type { Company, CompanyProfile, DeclaredColumn, Side } from '@semblance/contract'
import { z } from 'zod'
import { organizationToRead, requireMemberOrganization } from '../../core/api/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { listDeclared, replaceDeclared } from '../declared-columns/service.ts'
import {
  type CompanyRow,
  countAsClient,
  findCompany,
  listRecords,
  searchCompanies,
} from './queries.ts'

export { replyToReview, reviewContract } from './reviews.ts'

const noStars = [0, 0, 0, 0, 0]
const isUuid = (text: string) => z.uuid().safeParse(text).success

/**
 * Returns a company by slug or ID; without either, the caller's own, or the sample's for a visitor.
 * Throws not_found.
 */
export async function readCompany(ctx: Ctx, address?: string): Promise<CompanyProfile> {
  const id = address === undefined ? organizationToRead(ctx) : isUuid(address) ? address : null
  const row = await findCompany(ctx.tx, id ? { id } : { slug: address! })
  if (!row) throw new AppError('not_found')
  const records = await listRecords(ctx.tx, row.id)
  const asClient = await withSystemRole(ctx.tx, () => countAsClient(ctx.tx, row.id))
  const columns = row.is_vendor
    ? await withSystemRole(ctx.tx, () => listDeclared(ctx.tx, row.id))
    : []
  const stars = row.stars ?? noStars
  return {
    ...toCompany(row),
    industry: row.industry,
    website: row.website,
    description: row.description,
    founded: row.founded,
    employees: row.employees,
    isClient: row.is_client,
    isVendor: row.is_vendor,
    memberSince: row.created_at,
    totalReviews: stars.reduce((sum, count) => sum + count, 0),
    stars,
    records: records.map(({ category, completed, on_time }) => ({
      category,
      completed,
      onTime: on_time,
    })),
    columns,
    ...asClient,
    isOwn: row.id === ctx.actor.organization?.id,
  }
}

/** Replaces the columns that the caller's company declares as a vendor. */
export async function declareColumns(ctx: Ctx, columns: DeclaredColumn[]) {
  const vendor = requireMemberOrganization(ctx, 'vendor')
  await withSystemRole(ctx.tx, () => replaceDeclared(ctx.tx, vendor, columns))
  return { columns }
}

export async function findCompanies(
  { tx, actor }: Ctx,
  input: { search: string; side: Side; cursor?: string; limit: number },
) {
  const { cursor: after, limit, ...filter } = input
  const except = actor.organization?.id ?? null
  const rows = await searchCompanies(tx, { ...filter, except, after, limit })
  const items = rows.slice(0, limit).map(toCompany)
  return { items, nextCursor: rows.length > limit ? items.at(-1)!.id : null }
}

const toCompany = (row: CompanyRow): Company => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  city: row.city,
  country: row.country,
  rating: row.rating === null ? null : Number(row.rating),
  completedContracts: row.completed_contracts,
})
