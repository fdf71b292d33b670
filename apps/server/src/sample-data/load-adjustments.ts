/** Loads what the two people of the staff have posted by hand, and one proposal that waits. */

import { findUserByEmail } from '../core/profiles/service.ts'
import { approveAdjustment, proposeAdjustment } from '../money/accounting/service.ts'
import { daysBefore, type SampleIds } from './sample-ids.ts'
import { contracts } from './seed/seed.ts'

export async function loadAdjustments(cast: SampleIds): Promise<void> {
  const approver = (await findUserByEmail(cast.tx, 'staff@sample.test'))!
  const proposer = (await findUserByEmail(cast.tx, 'staff2@sample.test'))!
  const ago = (days: number) => cast.acting('halden', daysBefore(cast, days))
  for (const { daysAgo, form, amountDollars, reason, isApproved } of contracts.adjustments) {
    const input = { form, organizationId: null, amountCents: amountDollars * 100n, reason }
    const { id } = await proposeAdjustment(ago(daysAgo), proposer, input)
    if (isApproved) await approveAdjustment(ago(daysAgo - 0.1), approver, { id, note: null })
  }
}
