/** Serves figures of closed quarters, which are the same for every reader, and the vendor's own. */
import { MAX_QUARTERS, meaningOfName } from '@semblance/contract'
import { viewerOrganization } from '../../core/api/service.ts'
import { listHeldNames } from '../../market/marketplace/service.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { enqueue } from '../../platform/process/jobs.ts'
import { closedQuarters } from './quarters.ts'
import { countOwn, deleteSampleFigures, listFigures, type Market } from './queries.ts'
import { readDemand, readOffers } from './stored.ts'

export { closedQuarters } from './quarters.ts'

/** Returns the market that the caller belongs to; visitors read the sample's. */
const marketOf = ({ actor }: Ctx): Market =>
  (actor.organization?.isSample ?? actor.userId === null) ? 'sample' : 'real'

/** Returns the demand of each closed quarter, and which of the columns the vendor has. */
export async function readDemandFigures(ctx: Ctx) {
  const vendor = viewerOrganization(ctx, 'vendor')
  return await withSystemRole(ctx.tx, async () => {
    const rows = await listFigures(ctx.tx, marketOf(ctx), 'requests', MAX_QUARTERS)
    const quarters = rows.map((row) => ({ ...readDemand(row.figures), startsOn: row.starts_on }))
    const names = await listHeldNames(ctx.tx, vendor)
    const meanings = new Set(names.map((name) => meaningOfName(name).words))
    const asked = new Set(quarters.flatMap(({ columns }) => columns.map(({ name }) => name)))
    const held = [...asked].filter((name) => meanings.has(meaningOfName(name).words))
    return { quarters, held }
  })
}

/** Returns the win rates and prices of each closed quarter, and the vendor's own up to today. */
export async function readOfferFigures(ctx: Ctx) {
  const vendor = viewerOrganization(ctx, 'vendor')
  return await withSystemRole(ctx.tx, async () => {
    const rows = await listFigures(ctx.tx, marketOf(ctx), 'offers', MAX_QUARTERS)
    const since = closedQuarters(ctx.now, MAX_QUARTERS).at(-1)?.startsOn ?? ''
    const own = await countOwn(ctx.tx, vendor, since)
    return {
      quarters: rows.map((row) => ({ ...readOffers(row.figures), startsOn: row.starts_on })),
      own: own.map((row) => ({
        startsOn: row.starts_on,
        category: row.category,
        decided: row.decided,
        won: row.won,
        meanPriceCents: row.mean_cents === null ? null : BigInt(row.mean_cents),
      })),
    }
  })
}

/** Deletes the figures of samples, and has those of the next set computed. */
export async function renewSampleFigures(tx: Tx): Promise<void> {
  await deleteSampleFigures(tx)
  await enqueue(tx, 'insights.close', {}, { jobKey: 'insights.close' })
}
