/** Finds notices and mails of payouts that are missing or repeated, although their texts are all the same. */
import { sql } from 'kysely'
import type { Tx } from '../../apps/server/src/platform/database/db.ts'

/** Lists the notices whose text does not differ between payouts, with the ledger's entry of each. */
const notices = [
  { title: 'Payout sent', kind: 'payout', mailed: false },
  { title: 'Payout paid', kind: 'payout_paid', mailed: true },
]

export const payoutTitles = notices.map(({ title }) => title)

/**
 * Lists the differences between payouts in the ledger of a sole vendor and the notices of its people. A
 * notice belongs to the entry that the same transaction has inserted, a mail to the notice of the same
 * moment: both have the start of the transaction. No notice may have been changed since.
 */
export async function findPayoutNoticeFaults(tx: Tx): Promise<unknown[]> {
  const { rows } = await sql`
    with kinds as (select * from json_to_recordset(${JSON.stringify(notices)}::json)
      as k (title text, kind text, mailed boolean)),
    posted as (select title, mailed, mod(xact::text::numeric, 4294967296)::text as xact, count(*)::int as posted
      from ledger.entry join kinds using (kind) group by 1, 2, 3),
    readers as (select user_id, email from profiles where membership = 'active'
      and organization in (select org_id from ledger.entry join kinds using (kind))),
    told as (select title, user_id, xmin::text as xact, created_at, count(*)::int as told
      from notifications where title in (select title from kinds) group by 1, 2, 3, 4),
    mails as (select subject as title, recipient, created_at, count(*)::int as sent
      from app.mails where subject in (select title from kinds) group by 1, 2, 3)
    select 'notice' as what, title, user_id::text as reader, posted as due, told as found
      from (select * from posted cross join readers) due
      full join told using (title, user_id, xact) where posted is distinct from told
    union all
    select 'mail', title, recipient, told, sent
      from (select title, r.email as recipient, created_at, told
        from told join kinds using (title) join readers r using (user_id) where mailed) due
      full join mails using (title, recipient, created_at) where told is distinct from sent`.execute(
    tx,
  )
  return rows
}
