/** Records that an organization has opened what a vendor sells. */
import type { RecordedUsage } from '@semblance/contract'
import { sql } from 'kysely'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'

type Use = { kind: RecordedUsage; objectId: string; vendor: string }

/**
 * Records the day's first look of the caller's organization; none of staff, of visitors and of the
 * vendor itself. Check permission before.
 */
export async function noteUse(ctx: Ctx, { kind, objectId, vendor }: Use): Promise<void> {
  const { organization, isStaff } = ctx.actor
  if (!organization || isStaff || organization.id === vendor) return
  await withSystemRole(ctx.tx, () =>
    sql`insert into app.usage (kind, object_id, viewer, day, vendor)
      values (${kind}, ${objectId}, ${organization.id}, (${ctx.now}::timestamptz at time zone 'UTC')::date, ${vendor})
      on conflict do nothing`.execute(ctx.tx),
  )
}
