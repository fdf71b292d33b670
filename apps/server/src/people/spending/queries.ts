import { monthOf } from '@semblance/contract'
import { type Insertable, sql } from 'kysely'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'
import { nameOrEmail } from '../../platform/database/names.ts'

export async function findRules(tx: Tx, organization: string) {
  const query = tx.selectFrom('app.spending_rules').selectAll()
  return (await query.where('organization', '=', organization).executeTakeFirst()) ?? null
}

/**
 * Returns the rules, and lets one payment, approval or change of a limit of the organization go on at a
 * time. Null where nothing is limited.
 */
export async function lockRules(tx: Tx, organization: string) {
  const query = tx.selectFrom('app.spending_rules').selectAll()
  const row = await query.where('organization', '=', organization).forUpdate().executeTakeFirst()
  return row ?? null
}

export type RulesRow = NonNullable<Awaited<ReturnType<typeof findRules>>>

export async function saveRules(tx: Tx, row: Insertable<DB['app.spending_rules']>): Promise<void> {
  const { organization: _, ...change } = row
  await tx
    .insertInto('app.spending_rules')
    .values(row)
    .onConflict((conflict) => conflict.column('organization').doUpdateSet(change))
    .execute()
}

/** Changes the organization's own limits alone, of rules that are there. */
export async function saveOrganizationLimits(
  tx: Tx,
  { organization, ...change }: OrganizationLimits,
): Promise<void> {
  const query = tx.updateTable('app.spending_rules').set(change)
  await query.where('organization', '=', organization).execute()
}

type OrganizationLimits = Pick<
  Insertable<DB['app.spending_rules']>,
  'organization' | 'payment_cents' | 'month_cents' | 'updated_by' | 'updated_at'
>

/** Makes sure that there is a row to lock, for limits of single members. */
export async function beginRules(tx: Tx, organization: string): Promise<void> {
  await tx
    .insertInto('app.spending_rules')
    .values({ organization })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function saveLimits(tx: Tx, row: Insertable<DB['app.member_limits']>): Promise<void> {
  const { user_id: _, ...change } = row
  await tx
    .insertInto('app.member_limits')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
    .execute()
}

export async function deleteLimits(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('app.member_limits').where('user_id', '=', userId).execute()
}

const isAdministrator = sql<boolean>`exists (select from public.user_roles r
  where r.user_id = p.user_id and r.role = 'admin')`
const mayApprove = sql<boolean>`('approver' = any (p.work_roles) or ${isAdministrator})`
const name = nameOrEmail('p')

/** Returns a member with the limits of its own, if it has any. */
export async function findPayer(tx: Tx, userId: string, organization: string) {
  const row = await tx
    .selectFrom('profiles as p')
    .leftJoin('app.member_limits as l', (join) =>
      join.onRef('l.user_id', '=', 'p.user_id').onRef('l.organization', '=', 'p.organization'),
    )
    .select(['p.user_id', 'l.user_id as limited', 'l.payment_cents', 'l.month_cents'])
    .select([mayApprove.as('may_approve'), isAdministrator.as('is_administrator'), name.as('name')])
    .where('p.user_id', '=', userId)
    .where('p.organization', '=', organization)
    .where('p.membership', '=', 'active')
    .executeTakeFirst()
  return row ?? null
}

export type PayerRow = NonNullable<Awaited<ReturnType<typeof findPayer>>>

/** Lists active members by ID, one row more than the page. */
export async function listPayers(
  tx: Tx,
  organization: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<PayerRow[]> {
  return await tx
    .selectFrom('profiles as p')
    .leftJoin('app.member_limits as l', (join) =>
      join.onRef('l.user_id', '=', 'p.user_id').onRef('l.organization', '=', 'p.organization'),
    )
    .select(['p.user_id', 'l.user_id as limited', 'l.payment_cents', 'l.month_cents'])
    .select([mayApprove.as('may_approve'), isAdministrator.as('is_administrator'), name.as('name')])
    .where('p.organization', '=', organization)
    .where('p.membership', '=', 'active')
    .$call((query) => (after === null ? query : query.where('p.user_id', '>', after)))
    .orderBy('p.user_id')
    .limit(limit + 1)
    .execute()
}

/** Lists who may approve in an organization, administrators among them. */
export async function listApprovers(tx: Tx, organization: string) {
  return await tx
    .selectFrom('profiles as p')
    .select(['p.user_id', isAdministrator.as('is_administrator')])
    .where('p.organization', '=', organization)
    .where('p.membership', '=', 'active')
    .where(mayApprove)
    .execute()
}

/**
 * Returns what an organization paid in the month, with what is on its way, and what of it counts for
 * each of its people.
 */
export async function sumMonth(tx: Tx, organization: string, now: Date) {
  const rows = await tx
    .selectFrom('payments')
    .select(sql<string | null>`coalesce(limit_user, created_by)`.as('user_id'))
    .select(sql<bigint>`sum(amount_cents)::bigint`.as('cents'))
    .where('client', '=', organization)
    .where('created_at', '>=', monthOf(now))
    .where('state', 'in', ['submitted', 'settled'])
    .groupBy(sql`coalesce(limit_user, created_by)`)
    .execute()
  const byUser = new Map(rows.map(({ user_id, cents }) => [user_id, BigInt(cents)]))
  const total = [...byUser.values()].reduce((sum, cents) => sum + cents, 0n)
  return { total, of: (userId: string | null) => (userId && byUser.get(userId)) || 0n }
}

/** Returns what a purchase costs in all, of which an amount is paid: its contract's price and fee. */
export async function totalOf(tx: Tx, offerId: string, amountCents: bigint): Promise<bigint> {
  const row = await tx
    .selectFrom('contracts')
    .select(['price_cents', 'fee_cents'])
    .where('offer_id', '=', offerId)
    .where('status', '<>', 'cancelled')
    .executeTakeFirst()
  const totalCents = row ? row.price_cents + row.fee_cents : 0n
  return totalCents > amountCents ? totalCents : amountCents
}

export async function findReferences(tx: Tx, offerId: string) {
  const query = tx.selectFrom('app.purchase_references').select(['purchase_order', 'cost_center'])
  return (await query.where('offer_id', '=', offerId).executeTakeFirst()) ?? null
}

export async function saveReferences(
  tx: Tx,
  row: Insertable<DB['app.purchase_references']>,
): Promise<void> {
  const { offer_id: _, ...change } = row
  await tx
    .insertInto('app.purchase_references')
    .values(row)
    .onConflict((conflict) => conflict.column('offer_id').doUpdateSet(change))
    .execute()
}
