/** Projects the account of a source with revisions that are promised and not measured yet. Changes nothing. */
import type { RevisionProjection } from '@semblance/contract'
import type { Tx } from '../../platform/database/db.ts'
import { AppError } from '../../platform/http/errors.ts'
import { costOf, epsilonOfLimit, guaranteeOf, reservedFor, type Spent } from './budget.ts'
import { takenFrom } from './forecast.ts'
import { findSource, lockSourcesOf, type Subject } from './queries.ts'
import { findSpent } from './spending-queries.ts'

/** Counts measurements at one level that are promised. */
export type Promised = { epsilon: number; revisions: number }

/** Returns the source that a subject was measured from, with its vendor; null where nothing was spent. Requires the system role. */
export async function findSourceOfSpent(tx: Tx, subject: Subject) {
  const row = await findSpent(tx, subject)
  return row ? { sourceId: row.source_id, vendor: row.vendor } : null
}

/** Lets promises on a vendor's sources, and what is reserved of them, go one after the other for the rest of the transaction. */
export const keepSourcesOf = lockSourcesOf

/** Adds further revisions to what a source has spent, reserved and promised to others. Requires the system role. */
export async function projectRevisions(
  tx: Tx,
  source: { sourceId: string; vendor: string },
  { epsilon, revisions, toOthers }: Promised & { toOthers: Promised[] },
): Promise<RevisionProjection> {
  const row = await findSource(tx, { id: source.sourceId, vendor: source.vendor })
  if (!row) throw new AppError('not_found')
  const limit = row.rho_limit_billionths
  const before = toOthers.reduce(add, await takenFrom(tx, row))
  const next = add(before, { epsilon, revisions: 1 })
  const all = add(before, { epsilon, revisions })
  const left = limit - before.billionths
  const shareOf = ({ billionths }: Spent) => Number(billionths) / Number(limit)
  return {
    ...{ epsilon, revisions },
    before: guaranteeOf(before),
    promisedToOthers: toOthers.reduce((sum, each) => sum + each.revisions, 0),
    next: guaranteeOf(next),
    all: guaranteeOf(all),
    limitEpsilon: epsilonOfLimit(limit),
    beforeShare: shareOf(before),
    nextShare: shareOf(next),
    allShare: shareOf(all),
    fitting: left > 0n ? Number(left / costOf(epsilon)) : 0,
  }
}

function add(spent: Spent, { epsilon, revisions }: Promised): Spent {
  const one = reservedFor(epsilon, null)
  return {
    billionths: spent.billionths + BigInt(revisions) * one.rho_billionths,
    delta: spent.delta + revisions * one.delta,
  }
}
