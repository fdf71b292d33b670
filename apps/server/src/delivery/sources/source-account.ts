/** The account of a source as a delivery's measurement leaves it: what is certified. */
import type { DrawnAccount, SourceAccount } from '@semblance/contract'
import type { Tx } from '../../platform/database/db.ts'
import { epsilonOfLimit, guaranteeOf, reservedFor } from './budget.ts'
import type { SpendingRow, Subject } from './queries.ts'
import { countRuns, findSpending, findSpent, sumSpent } from './spending-queries.ts'

/**
 * Returns what a subject's rows and report may disclose by themselves, of a drawn one with the model that they are drawn
 * from; null where nothing was spent. Requires the system role.
 */
export async function findSpentOn(tx: Tx, subject: Subject) {
  const row = await findSpent(tx, subject)
  if (!row) return null
  const { vendor, drawn_from: id } = row
  const model = id === null ? undefined : await findSpending(tx, { id, vendor })
  return guaranteeOf({
    billionths: row.rho_billionths + (model?.rho_billionths ?? 0n),
    delta: row.delta + (model?.delta ?? 0),
  })
}

/** Returns what the model of a measurement may disclose by itself; null if none is on record. Requires the system role. */
export async function findGuaranteeOfModel(
  tx: Tx,
  measurement: Pick<SpendingRow, 'id' | 'vendor'>,
) {
  const row = await findSpending(tx, measurement)
  if (!row) return null
  const billionths = row.model_rho_billionths ?? row.rho_billionths
  return guaranteeOf({ billionths, delta: row.delta })
}

/** Returns the account as a subject's measurement left it, or null where none was spent. Requires the system role. */
export async function getSourceAccount(tx: Tx, subject: Subject): Promise<SourceAccount | null> {
  const row = await findSpent(tx, subject)
  if (!row) return null
  const before = { billionths: row.rho_before_billionths, delta: row.delta_before }
  const after = {
    billionths: before.billionths + row.rho_billionths,
    delta: before.delta + row.delta,
  }
  return {
    sourceId: row.source_id,
    before: guaranteeOf(before),
    with: guaranteeOf(after),
    limitEpsilon: epsilonOfLimit(row.limit_then_billionths),
    runs: await countRuns(tx, row),
    ...(row.drawn_from && { drawnFrom: await drawnFrom(tx, row.vendor, row.drawn_from) }),
  }
}

/**
 * Returns that account for the copies that are sold of a subject's twin: with all runs on the source so far, from which its vendor
 * could choose, in place of those of the contract that it was made for. Requires the system role.
 */
export async function getAccountOfCopies(tx: Tx, subject: Subject): Promise<SourceAccount | null> {
  const account = await getSourceAccount(tx, subject)
  if (!account) return null
  const { runs: _, ...rest } = account
  const { runs, ...spent } = await sumSpent(tx, account.sourceId)
  return { ...rest, choice: { runs, with: guaranteeOf(spent) } }
}

/** Returns the account as a subject's measurement left it, with its shares of the limit of then. Requires the system role. */
export async function getDrawnAccount(tx: Tx, subject: Subject): Promise<DrawnAccount | null> {
  const row = await findSpent(tx, subject)
  const account = row && (await getSourceAccount(tx, subject))
  if (!account) return null
  return {
    ...account,
    beforeShare: shareOf(row.rho_before_billionths, row),
    withShare: shareOf(row.rho_before_billionths + row.rho_billionths, row),
  }
}

/** Returns that account, and the most that one more run at `epsilon` would take of it; nulls if none was spent. Requires the system role. */
export async function getPlannedAccount(tx: Tx, subject: Subject, epsilon: number) {
  const row = await findSpent(tx, subject)
  const account = await getDrawnAccount(tx, subject)
  if (!row || !account) return { account: null, planned: null }
  const more = reservedFor(epsilon, null)
  const all = {
    billionths: row.rho_before_billionths + row.rho_billionths + more.rho_billionths,
    delta: row.delta_before + row.delta + more.delta,
  }
  const share = shareOf(more.rho_billionths, row)
  return { account, planned: { epsilon, share, with: guaranteeOf(all) } }
}

const shareOf = (billionths: bigint, row: { limit_then_billionths: bigint }) =>
  Number(billionths) / Number(row.limit_then_billionths)

/** Returns the measurement that paid for the model that another run has drawn from. */
async function drawnFrom(tx: Tx, vendor: string, id: string): Promise<SourceAccount['drawnFrom']> {
  const first = await findSpending(tx, { id, vendor })
  if (!first?.measured_at) throw new Error(`Measurement ${id} has no model.`)
  const { rho_billionths: billionths, delta } = first
  return { id, measuredAt: first.measured_at.toISOString(), ...guaranteeOf({ billionths, delta }) }
}
