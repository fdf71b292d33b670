import type { RevisionProjection } from '@semblance/contract'
import type { Tx } from '../../platform/database/db.ts'
import { projectRevisions } from '../sources/service.ts'
import { listPromised, type SubscriptionRow } from './queries.ts'

/** Projects the account of a source with the revisions of a subscription that is about to start. Requires the system role. */
export async function projectStart(
  tx: Tx,
  source: { sourceId: string; vendor: string },
  wanted: { epsilon: number; revisions: number },
): Promise<RevisionProjection> {
  const toOthers = await listPromised(tx, source.sourceId)
  return await projectRevisions(tx, source, { ...wanted, toOthers })
}

/** Projects what remains of a subscription's promise; null once nothing does. Requires the system role. */
export async function projectRest(
  tx: Tx,
  { id, vendor, source_id, epsilon }: SubscriptionRow,
): Promise<RevisionProjection | null> {
  const promised = await listPromised(tx, source_id)
  const own = promised.find((each) => each.id === id)
  if (!own) return null
  const toOthers = promised.filter((each) => each.id !== id)
  const source = { sourceId: source_id, vendor }
  return await projectRevisions(tx, source, { epsilon, revisions: own.revisions, toOthers })
}
