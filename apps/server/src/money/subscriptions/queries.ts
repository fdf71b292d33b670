import type { Insertable, Selectable, Updateable } from 'kysely'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Period } from './periods.ts'

export type SubscriptionRow = Selectable<DB['subscriptions']>
export type MethodRow = Selectable<DB['payment_methods']>

export async function insertSubscription(
  tx: Tx,
  row: Insertable<DB['subscriptions']>,
): Promise<void> {
  await tx.insertInto('subscriptions').values(row).execute()
}

export async function findSubscription(
  tx: Tx,
  organization: string,
): Promise<SubscriptionRow | null> {
  const row = await tx
    .selectFrom('subscriptions')
    .selectAll()
    .where('organization', '=', organization)
    .executeTakeFirst()
  return row ?? null
}

/** Locks the subscription, so that changes to the plan and ends of its periods run one at a time. */
export async function lockSubscription(tx: Tx, organization: string): Promise<SubscriptionRow> {
  return await tx
    .selectFrom('subscriptions')
    .selectAll()
    .where('organization', '=', organization)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

export async function updateSubscription(
  tx: Tx,
  organization: string,
  change: Updateable<DB['subscriptions']>,
): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set(change)
    .where('organization', '=', organization)
    .execute()
}

/** Ends the named period. Returns false if another transaction has. */
export async function claimPeriod(
  tx: Tx,
  organization: string,
  { anchored_at, period_number }: Period,
  next: Updateable<DB['subscriptions']>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('subscriptions')
    .set(next)
    .where('organization', '=', organization)
    .where('anchored_at', '=', anchored_at)
    .where('period_number', '=', period_number)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Lists organizations whose period has ended. */
export async function listDue(tx: Tx, now: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('subscriptions')
    .select('organization')
    .where('period_end', '<=', now)
    .orderBy('period_end')
    .orderBy('organization')
    .execute()
  return rows.map(({ organization }) => organization)
}

export async function isActive(tx: Tx, organization: string): Promise<boolean> {
  const row = await tx
    .selectFrom('organizations')
    .select('is_active')
    .where('id', '=', organization)
    .executeTakeFirstOrThrow()
  return row.is_active
}

/** Returns the method as its organization's members may see it, without the sealed number. */
export async function findShownMethod(tx: Tx, organization: string) {
  const row = await tx
    .selectFrom('payment_methods')
    .select([
      'bank_name',
      'account_last4',
      'account_holder_name',
      'routing_number',
      'account_type',
      'authorized_at',
    ])
    .where('organization', '=', organization)
    .executeTakeFirst()
  return row ?? null
}

/** Returns the date of the payment method, null if there is none. Visitors may see no more of it. */
export async function findMethodDate(tx: Tx, organization: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('payment_methods')
    .select('authorized_at')
    .where('organization', '=', organization)
    .executeTakeFirst()
  return row?.authorized_at ?? null
}

/** Returns the whole method with the sealed number. Call as the system. */
export async function findMethod(tx: Tx, organization: string): Promise<MethodRow | null> {
  const row = await tx
    .selectFrom('payment_methods')
    .selectAll()
    .where('organization', '=', organization)
    .executeTakeFirst()
  return row ?? null
}

export async function saveMethodRow(
  tx: Tx,
  { organization, ...values }: Insertable<DB['payment_methods']>,
): Promise<void> {
  await tx
    .insertInto('payment_methods')
    .values({ organization, ...values })
    .onConflict((conflict) => conflict.column('organization').doUpdateSet(values))
    .execute()
}

/** Deletes the payment method. Returns the deleted row, or null if there was none. */
export async function deleteMethod(tx: Tx, organization: string): Promise<MethodRow | null> {
  const row = await tx
    .deleteFrom('payment_methods')
    .where('organization', '=', organization)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}
