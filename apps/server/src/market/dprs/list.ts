/** The client's own requests, by tab. */
import { type DprSort, type DprTab, dprTabStatuses } from '@semblance/contract'
import { viewerOrganization } from '../../core/api/service.ts'
import { decodeCursor, type Page, pageOf } from '../../platform/database/cursor.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { countDrafts } from './draft-queries.ts'
import { countOwnDprs, listOwnDprs, positionIn } from './list-queries.ts'
import { toOwnDpr } from './service.ts'

type ListInput = Page & { tab: DprTab; search: string; sort: DprSort }

export async function listDprs(ctx: Ctx, input: ListInput) {
  const client = viewerOrganization(ctx, 'client')
  const { tab, search, sort, limit } = input
  const after = decodeCursor(input.cursor)
  const statuses = dprTabStatuses[tab]
  const rows = await listOwnDprs(ctx.tx, client, { statuses, search, sort, after, limit })
  const byStatus = await withSystemRole(ctx.tx, () => countOwnDprs(ctx.tx, client))
  const count = (of: DprTab) =>
    dprTabStatuses[of].reduce((sum, status) => sum + (byStatus.get(status) ?? 0), 0)
  return {
    ...pageOf(rows, limit, (row) => positionIn(sort, row), toOwnDpr),
    counts: {
      active: count('active'),
      fulfilled: count('fulfilled'),
      pending: count('pending'),
      closed: count('closed'),
      drafts: await countDrafts(ctx.tx, client),
    },
  }
}
