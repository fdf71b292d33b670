/** Revisions with the facts of their offers, contracts, payments and deliveries, read as the system, and what these say. */
import {
  REVISION_GRACE_DAYS,
  REVISION_PAY_DAYS,
  type RevisionPhase,
  type SubscriptionRevision,
} from '@semblance/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

const DAY_MS = 86_400_000

export type RevisionFacts = {
  subscription_id: string
  number: number
  opened_at: Date
  pay_by: Date
  reminded_at: Date | null
  dpr_id: string | null
  offer_id: string | null
  offer_status: string | null
  ended_as: 'delivered' | 'missed' | 'lapsed' | 'cancelled' | null
  ended_at: Date | null
  contract_id: string | null
  contract_status: string | null
  funded_at: Date | null
  /** When the bank took the payment back, if no other has settled since. */
  payment_returned_at: Date | null
  /** The status in which a suspended contract continues; null unless it is suspended. */
  resumes_as: string | null
  due_at: Date | null
  delivered_at: Date | null
  accuracy_tenths: number | null
  is_paying: boolean
  /** True once the vendor has submitted what is being made. */
  is_made: boolean
  delivery_id: string | null
  records: string | null
}

const facts = (now: Date) => sql`
  select r.*, o.status as offer_status, k.id as contract_id, k.status as contract_status, k.funded_at, k.delivered_at,
    k.payment_returned_at, k.resumes_as,
    app.delivery_due(k, ${now}) as due_at, k.due_accuracy_tenths as accuracy_tenths,
    exists (select from payments p where p.contract_id = k.id and p.state = 'submitted') as is_paying,
    coalesce(d.status in ('queued', 'processing', 'held') or k.status = 'synthetic_processing', false) as is_made,
    case when d.status = 'ready' then d.id end as delivery_id,
    case when d.status = 'ready' then d.report -> 'rows' ->> 'synthetic' end as records
  from data_subscription_revisions r
  left join offers o on o.id = r.offer_id
  left join contracts k on k.offer_id = r.offer_id
  left join lateral (select d.* from deliveries d where d.contract_id = k.id order by d.id desc limit 1) d on true`

const read = async (tx: Tx, query: RawBuilder<unknown>): Promise<RevisionFacts[]> =>
  (await sql<RevisionFacts>`${query}`.execute(tx)).rows

/** Lists revisions of a subscription, newest first, before a number, with one more than the page has. Requires the system role. */
export const listFacts = (
  tx: Tx,
  subscriptionId: string,
  { now, before, limit }: { now: Date; before: number | null; limit: number },
) =>
  read(
    tx,
    sql`${facts(now)} where r.subscription_id = ${subscriptionId} ${before === null ? sql`` : sql`and r.number < ${before}`}
      order by r.number desc limit ${limit + 1}`,
  )

/** Lists the newest revision of each subscription. Requires the system role. */
export const listNewest = (tx: Tx, subscriptionIds: string[], now: Date) =>
  read(
    tx,
    sql`${facts(now)} where (r.subscription_id, r.number) in (
      select subscription_id, max(number) from data_subscription_revisions
      where subscription_id = any(${subscriptionIds}) group by 1)`,
  )

/** Returns one revision. Requires the system role. */
export async function findFacts(
  tx: Tx,
  subscriptionId: string,
  { number, now }: { number: number; now: Date },
): Promise<RevisionFacts | undefined> {
  const where = sql`where r.subscription_id = ${subscriptionId} and r.number = ${number}`
  return (await read(tx, sql`${facts(now)} ${where}`))[0]
}

/** Returns the revision under way, if there is one. Requires the system role. */
export async function findOpen(
  tx: Tx,
  subscriptionId: string,
  now: Date,
): Promise<RevisionFacts | undefined> {
  const where = sql`where r.subscription_id = ${subscriptionId} and r.ended_as is null`
  return (await read(tx, sql`${facts(now)} ${where}`))[0]
}

/**
 * Returns true for a revision without money that is in escrow or on its way, and without anything submitted: one whose
 * payment the bank took back after the vendor has submitted waits to be paid again.
 */
export const isUnpaid = (row: RevisionFacts): boolean =>
  (row.contract_status === null || row.contract_status === 'awaiting_payment') &&
  (row.funded_at === null || (row.resumes_as === 'in_progress' && !row.is_made)) &&
  !row.is_paying

/** Returns the time by which a revision is paid; one whose payment the bank took back has the same days again. */
export function payByOf({ pay_by, payment_returned_at: returned }: RevisionFacts): Date {
  const againMs = returned ? returned.getTime() + REVISION_PAY_DAYS * DAY_MS : 0
  return new Date(Math.max(pay_by.getTime(), againMs))
}

const withGrace = (date: Date) => new Date(date.getTime() + REVISION_GRACE_DAYS * DAY_MS)

/** Returns the time until which a revision can still be ordered and paid; then it lapses. */
export const lapsesAt = (row: RevisionFacts): Date => withGrace(payByOf(row))

/** Returns true for a revision whose price is in escrow and that was not submitted in time, nor within the grace after it. */
export const isOverdue = (
  { contract_status, due_at, is_made, is_paying }: RevisionFacts,
  now: Date,
): boolean =>
  contract_status === 'in_progress' &&
  due_at !== null &&
  withGrace(due_at) < now &&
  !is_made &&
  !is_paying

const phaseOfContract: Record<string, RevisionPhase> = {
  in_progress: 'in_delivery',
  synthetic_processing: 'in_delivery',
  pending_review: 'in_review',
  disputed: 'disputed',
  completed: 'delivered',
  cancelled: 'cancelled',
}

export function phaseOf(row: RevisionFacts): RevisionPhase {
  if (row.ended_as) return row.ended_as
  if (row.offer_id === null) return 'to_order'
  if (row.contract_status === null)
    return row.offer_status === 'rejected' ? 'cancelled' : 'approval'
  if (row.contract_status !== 'awaiting_payment')
    return phaseOfContract[row.contract_status] ?? 'in_delivery'
  if (row.is_paying) return 'paying'
  return row.funded_at ? 'interrupted' : 'to_pay'
}

const comparable = ['pending_review', 'completed']

export const isComparable = ({ delivery_id, contract_status }: RevisionFacts): boolean =>
  delivery_id !== null && contract_status !== null && comparable.includes(contract_status)

export const toRevision = (row: RevisionFacts): SubscriptionRevision => ({
  number: row.number,
  phase: phaseOf(row),
  openedAt: row.opened_at,
  payBy: payByOf(row),
  dprId: row.dpr_id,
  offerId: row.offer_id,
  contractId: row.contract_id,
  dueAt: row.due_at,
  deliveredAt: row.delivered_at,
  records: isComparable(row) && row.records !== null ? Number(row.records) : null,
  accuracyPercent:
    isComparable(row) && row.accuracy_tenths !== null ? row.accuracy_tenths / 10 : null,
  isComparable: isComparable(row),
  endedAt: row.ended_at,
})
