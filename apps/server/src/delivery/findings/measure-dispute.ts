/** Measures the claims of a dispute on the certified files, and stores a signed finding. Decides nothing. */
import { isLive } from '@semblance/contract'
import { findDispute } from '../../money/disputes/service.ts'
import { system, type Tx } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import { enqueue } from '../../platform/process/jobs.ts'
import { untilAnswered } from '../../platform/process/until-answered.ts'
import { withWorkDir } from '../engine/service.ts'
import { claimOf, jobKeyOf } from './claims.ts'
import type { Work } from './collect-files.ts'
import { findDeliveredData } from './delivered-data.ts'
import { followWanted } from './follow.ts'
import type { Measurable } from './measurable.ts'
import { measureClaims } from './measure-claims.ts'
import { listClaims, listFindings } from './queries.ts'
import { saveFinding } from './save-finding.ts'

/**
 * Measures all claims of a dispute if some of them have no finding. Ends without one when the dispute ends;
 * after a stop of the server it starts again. Throws faults of the platform, for the queue to repeat the job.
 */
export async function measureDispute(work: Work, disputeId: string): Promise<void> {
  const { platform, signal } = work
  const open = await findMeasurable(platform, disputeId)
  if (!open) return
  // Once the dispute has ended, its finding would come too late.
  const follow = followWanted(platform, (tx) => isOpen(tx, disputeId), signal)
  try {
    const judged = await withWorkDir(platform.config, (dir) =>
      measureClaims({ ...work, signal: follow.signal }, claimsOf(open), dir),
    )
    if (judged) await untilAnswered(() => saveFinding(platform, open, judged), signal)
    else await measureLater(platform, disputeId)
  } catch (error) {
    if (!follow.signal.aborted) throw error
    await measureLater(platform, disputeId)
  } finally {
    await follow.end()
  }
}

/** Returns what is to be measured; null for a dispute that has ended, or whose claims all have their finding. */
async function findMeasurable({ db }: Platform, disputeId: string): Promise<Measurable | null> {
  return await db.transaction(system, async (tx) => {
    const dispute = await findDispute(tx, disputeId)
    if (!dispute || !isLive(dispute)) return null
    const rows = await listClaims(tx, [disputeId])
    const [newest] = await listFindings(tx, [disputeId])
    const last = rows.at(-1)
    if (!last || newest?.last_claim_id === last.id) return null
    const data = await findDeliveredData(tx, { id: last.delivery_id })
    if (!data) throw new Error(`The delivery of ${disputeId} has lost its certificate.`)
    return { disputeId, rows, lastClaimId: last.id, data }
  })
}

const claimsOf = ({ rows, data }: Measurable) => ({ claims: rows.map(claimOf), data })

async function isOpen(tx: Tx, disputeId: string): Promise<boolean> {
  const dispute = await findDispute(tx, disputeId)
  return dispute !== null && isLive(dispute)
}

/** Queues the job again, unless the dispute has ended. */
async function measureLater({ db }: Platform, disputeId: string): Promise<void> {
  await db.transaction(system, async (tx) => {
    if (await isOpen(tx, disputeId))
      await enqueue(tx, 'dispute.measure', { disputeId }, { jobKey: jobKeyOf(disputeId) })
  })
}
