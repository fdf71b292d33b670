/** What payout tests share: a bank account, and that payouts add up to the ledger. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import { system } from '../src/platform/db.ts'
import type { Market } from './market.ts'

export const bankingForm = (ending: string) => ({
  bankName: 'First Bank',
  accountHolderName: 'Meridian Synthetics',
  accountNumber: `00012345${ending}`,
  routingNumber: '021000021',
  accountType: 'checking' as const,
  taxId: '12-3456789',
  businessType: 'llc' as const,
  taxAddress: '1 Harbor Street',
  taxCity: 'Boston',
  taxState: 'MA',
  taxZip: '02110',
  additionalNotes: '',
})

/** Paid, in transit and payable are all that was released; each payout is the sum of its items. */
export async function expectPayoutsAddUp({ platform }: Market): Promise<void> {
  const { rows } = await platform.db.transaction(system, (tx) =>
    sql`
      with legs as (
        select a.org_id as vendor, sum(case when m.cr = a.id then m.amount else -m.amount end) as cents
        from ledger.account a join ledger.movement m on a.id in (m.cr, m.dr)
        join ledger.entry e on e.id = m.entry_id
        where a.kind = 'payable' and e.kind not in ('payout', 'payout_failed', 'payout_returned') group by 1),
      sums as (
        select vendor, coalesce(sum(amount_cents) filter (where state = 'paid'), 0) as paid,
          coalesce(sum(amount_cents) filter (where state = 'submitted'), 0) as sent
        from payouts group by 1),
      balances as (
        select a.org_id as vendor, sum(b.credits - b.debits) filter (where a.kind = 'payable') as payable,
          coalesce(sum(b.credits - b.debits) filter (where a.kind = 'payout_transit'), 0) as transit
        from ledger.account a join ledger.balance b on b.account_id = a.id group by 1)
      select l.vendor, l.cents, s.*, b.* from legs l left join sums s using (vendor) left join balances b using (vendor)
      where l.cents <> coalesce(s.paid, 0) + b.payable + b.transit or b.transit <> coalesce(s.sent, 0)
      union all
      select p.vendor, p.amount_cents, null, null, null, null, null, null from payouts p
      where p.amount_cents <> (select coalesce(sum(i.amount_cents), 0) from payout_items i where i.payout_id = p.id)`.execute(
      tx,
    ),
  )
  expect(rows).toEqual([])
}
