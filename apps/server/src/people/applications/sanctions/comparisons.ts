/** Comparisons of applicants with lists of sanctions: as they are now, and as they were at a decision. */
import type { SanctionsCheck } from '@semblance/contract'
import { type Tx, withSystemRole } from '../../../platform/database/db.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { type ApplicationRow, findApplication } from '../queries.ts'
import { checkSanctions } from './check.ts'

/** Compares an application with the lists as they are now. */
export async function readComparison(ctx: Ctx, id: string): Promise<SanctionsCheck> {
  const row = await findApplication(ctx.tx, id)
  if (!row) throw new AppError('not_found')
  return await checkSanctions(ctx.platform, row)
}

/**
 * Compares once more and keeps the result with the decision. Returns its digest. Throws sanctions_changed if
 * the page of the caller had shown another one.
 */
export async function compareForDecision(
  { tx, platform, now }: Ctx,
  row: Pick<ApplicationRow, 'id' | 'business_name' | 'contact_person'>,
  seen: string | undefined,
): Promise<string> {
  const { digest, ...result } = await checkSanctions(platform, row)
  if (seen !== undefined && seen !== digest) throw new AppError('sanctions_changed')
  await withSystemRole(tx, () =>
    tx
      .insertInto('app.application_comparisons')
      .values({
        application_id: row.id,
        digest,
        is_seen: seen === digest,
        result: JSON.stringify(result),
        compared_at: now,
      })
      .execute(),
  )
  return digest
}

export type ComparisonRow = Awaited<ReturnType<typeof listComparisons>>[number]

/** Lists the comparisons that were kept with the decisions on these applications. Requires the system role. */
export async function listComparisons(tx: Tx, applicationIds: string[]) {
  if (applicationIds.length === 0) return []
  const rows = await tx
    .selectFrom('app.application_comparisons')
    .selectAll()
    .where('application_id', 'in', applicationIds)
    .execute()
  return rows.map(({ result, digest, ...row }) => ({ ...row, result: toCheck(digest, result) }))
}

type Stored = Omit<SanctionsCheck, 'digest' | 'lists'> & {
  lists: (Omit<SanctionsCheck['lists'][number], 'modifiedAt'> & { modifiedAt: string | null })[]
}

/** Reads a result as it was kept: as JSON, which has its times as texts. */
function toCheck(digest: string, stored: unknown): SanctionsCheck {
  const { lists, ...rest } = stored as Stored
  const dated = lists.map(({ modifiedAt, ...list }) => ({
    ...list,
    modifiedAt: modifiedAt === null ? null : new Date(modifiedAt),
  }))
  return { digest, lists: dated, ...rest }
}
