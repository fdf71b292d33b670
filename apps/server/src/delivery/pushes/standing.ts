/** Says whether a push may go on, by the state of its destination, its delivery and its client. */
import { contractCan, type PushFailure } from '@semblance/contract'
import type { Tx } from '../../platform/database/db.ts'
import { findStanding } from './push-queries.ts'

/** Says why a push does not go on; `ended` if that is settled already. */
export type Obstacle = PushFailure | 'ended'

/** Returns why nothing more may be sent; null if nothing hinders. Requires the system role. */
export async function findObstacle(tx: Tx, pushId: string): Promise<Obstacle | null> {
  const standing = await findStanding(tx, pushId)
  if (standing?.state !== 'pending') return 'ended'
  if (!standing.target_state) return 'destination_removed'
  if (standing.target_state === 'disabled') return 'destination_disabled'
  if (!standing.is_active) return 'client_inactive'
  if (standing.status === 'disputed') return 'disputed'
  const isReady = standing.delivery_status === 'ready'
  return isReady && isFetchable(standing.status, standing.superseded_at) ? null : 'not_fetchable'
}

/** Returns true if a client may fetch such a delivery now. */
export const isFetchable = (
  status: Parameters<typeof contractCan.download>[0],
  supersededAt: Date | null,
): boolean => (supersededAt ? contractCan.lookBack : contractCan.download)(status)
