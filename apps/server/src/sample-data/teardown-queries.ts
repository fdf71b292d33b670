import { activeContractStatuses, dprTabStatuses } from '@semblance/contract'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/db.ts'

/** Takes all members out of these companies, including those who have joined since. */
export async function detachPeople(tx: Tx, companies: string[]): Promise<void> {
  await sql`
    delete from user_roles r using profiles p
    where p.user_id = r.user_id and p.organization = any (${companies}) and r.role <> 'super_admin'`.execute(
    tx,
  )
  await tx.deleteFrom('saved_searches').where('organization', 'in', companies).execute()
  await tx.deleteFrom('presence').where('organization', 'in', companies).execute()
  await tx.deleteFrom('conversation_reads').where('organization', 'in', companies).execute()
  await tx
    .updateTable('profiles')
    .set({ organization: null, membership: 'pending' })
    .where('organization', 'in', companies)
    .execute()
}

/** Deletes the notifications and preferences of these people. */
export async function forgetNotifications(tx: Tx, userIds: string[]): Promise<void> {
  await tx.deleteFrom('notifications').where('user_id', 'in', userIds).execute()
  await tx.deleteFrom('notification_preferences').where('user_id', 'in', userIds).execute()
}

export async function listAccounts(tx: Tx, emails: string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('profiles')
    .select('user_id')
    .where('email', 'in', emails)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Locks the open contracts between two of these companies. */
export async function lockOpenContracts(tx: Tx, companies: string[]) {
  return await tx
    .selectFrom('contracts')
    .select(['id', 'status'])
    .where('client', 'in', companies)
    .where('vendor', 'in', companies)
    .where('status', 'in', activeContractStatuses)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}
export type OpenContract = Awaited<ReturnType<typeof lockOpenContracts>>[number]

/** Lists open requests of these companies, except those that another company has a contract on. */
export async function listLiveRequests(tx: Tx, companies: string[]) {
  return await tx
    .selectFrom('dprs as d')
    .select(['d.id', 'd.title'])
    .where('d.client', 'in', companies)
    .where('d.status', 'in', [...dprTabStatuses.pending, 'open'])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('contracts as k')
            .select('k.id')
            .whereRef('k.dpr_id', '=', 'd.id')
            .where('k.status', 'in', activeContractStatuses),
        ),
      ),
    )
    .execute()
}

export async function listPendingOffers(tx: Tx, vendor: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('offers')
    .select('id')
    .where('vendor', '=', vendor)
    .where('status', '=', 'pending')
    .execute()
  return rows.map(({ id }) => id)
}

export async function paysForPlan(tx: Tx, organization: string): Promise<boolean> {
  const row = await tx
    .selectFrom('subscriptions')
    .select('state')
    .where('organization', '=', organization)
    .executeTakeFirst()
  return row?.state === 'active'
}

/** Deletes the delivered files between these companies and of twins for their listings; returns where they are stored, sealed or not. */
export async function deleteDeliveredFiles(
  tx: Tx,
  companies: string[],
): Promise<{ keys: string[]; blobs: { id: string; bytes: number }[] }> {
  const { rows } = await sql<{ storage_key: string; bytes: bigint; key_id: string | null }>`
    delete from delivery_files f using deliveries d
    where d.id = f.delivery_id and d.vendor = any (${companies})
      and (d.client is null or d.client = any (${companies}))
    returning f.storage_key, f.bytes, f.key_id`.execute(tx)
  const [clear, sealed] = [rows.filter((row) => !row.key_id), rows.filter((row) => row.key_id)]
  return {
    keys: clear.map(({ storage_key }) => storage_key),
    blobs: sealed.map(({ storage_key, bytes }) => ({ id: storage_key, bytes: Number(bytes) })),
  }
}

/** Frees the public IDs and addresses of these companies for the next set. */
export async function closeCompanies(tx: Tx, companies: string[], now: Date): Promise<void> {
  await tx
    .updateTable('organizations')
    .set({
      is_active: false,
      is_terminated: true,
      status_reason: 'Replaced when the sample data was restored.',
      status_changed_at: now,
      organization_id: sql`'ORG-' || lpad(floor(random() * 100000)::text, 5, '0') || '-'
        || upper(translate(left(md5(random()::text), 5), '0123456789', 'ghijklmnop'))`,
      slug: sql`left(slug, 60) || '-' || left(id::text, 8)`,
    })
    .where('id', 'in', companies)
    .execute()
}
