import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

export async function findOwnProfile(tx: Tx, userId: string) {
  return await tx
    .selectFrom('profiles')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

export async function findPreferences(tx: Tx, userId: string) {
  return await tx
    .selectFrom('notification_preferences')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

export async function upsertPreferences(
  tx: Tx,
  userId: string,
  values: {
    email_notifications: boolean
    push_notifications: boolean
    marketing_emails: boolean
    security_alerts: boolean
  },
): Promise<void> {
  await tx
    .insertInto('notification_preferences')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ ...values, updated_at: sql`now()` }),
    )
    .execute()
}

/** Turns the weekly mails of a user off, if the account exists. Requires the system role. */
export async function insertWithoutMarketing(tx: Tx, userId: string): Promise<void> {
  await tx
    .insertInto('notification_preferences')
    .columns(['user_id', 'marketing_emails'])
    .expression((eb) =>
      eb
        .selectFrom('auth.users')
        .select(['id', sql<boolean>`false`.as('marketing_emails')])
        .where('id', '=', userId),
    )
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ marketing_emails: false, updated_at: sql`now()` }),
    )
    .execute()
}

/**
 * Returns the organization, if any, that has open contracts and no other administrator than this
 * user.
 */
export async function findHeldOrganization(tx: Tx, userId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('profiles as p')
    .innerJoin('user_roles as r', 'r.user_id', 'p.user_id')
    .innerJoin('organizations as o', 'o.id', 'p.organization')
    .select('o.id')
    .where('p.user_id', '=', userId)
    .where('p.membership', '=', 'active')
    .where('r.role', '=', 'admin')
    .where(
      sql<boolean>`not exists (select from profiles q join user_roles s on s.user_id = q.user_id and s.role = 'admin'
        where q.organization = o.id and q.membership = 'active' and q.user_id <> p.user_id)`,
    )
    .where(
      sql<boolean>`exists (select from contracts c where (c.client = o.id or c.vendor = o.id)
        and c.status not in ('completed', 'cancelled'))`,
    )
    .executeTakeFirst()
  return row?.id ?? null
}

/** Lists a user's personal rows, written or received, by table. Requires the system role. */
export async function listPersonalRows(tx: Tx, userId: string) {
  return {
    roles: await tx.selectFrom('user_roles').select('role').where('user_id', '=', userId).execute(),
    notifications: await tx
      .selectFrom('notifications')
      .select(['type', 'title', 'message', 'path', 'read_at', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    dataProcurementRequests: await tx
      .selectFrom('dprs')
      .select(['id', 'title', 'description', 'use_case', 'contacts', 'notes', 'created_at'])
      .where('created_by', '=', userId)
      .execute(),
    offers: await tx
      .selectFrom('offers')
      .select(['id', 'dpr_id', 'description', 'created_at'])
      .where('created_by', '=', userId)
      .execute(),
    ...(await listNegotiationRows(tx, userId)),
    consents: await tx
      .selectFrom('agreement_consents')
      .select(['offer_id', 'agreement_sha256', 'side', 'act', 'statement', 'aal', 'at'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    deliveries: await tx
      .selectFrom('deliveries')
      .select(['id', 'contract_id', 'file_name', 'notes', 'created_at'])
      .where('created_by', '=', userId)
      .execute(),
    payments: await tx
      .selectFrom('payments')
      .select(['id', 'contract_id', 'account_holder', 'bank_name', 'last4', 'created_at'])
      .where('created_by', '=', userId)
      .execute(),
    reviews: await tx
      .selectFrom('reviews')
      .select(['contract_id', 'rating', 'comment', 'created_at'])
      .where('user_id', '=', userId)
      .execute(),
    ...(await listSupportRows(tx, userId)),
    invitationsSent: await tx
      .selectFrom('invitations')
      .select(['email', 'sent_at', 'accepted_at'])
      .where('invited_by', '=', userId)
      .execute(),
  }
}

async function listNegotiationRows(tx: Tx, userId: string) {
  return {
    messages: await tx
      .selectFrom('messages')
      .select(['conversation_id', 'body', 'created_at'])
      .where('user_id', '=', userId)
      .where('proposal_id', 'is', null)
      .orderBy('id')
      .execute(),
    proposals: await tx
      .selectFrom('proposals')
      .select(['offer_id', 'changes', 'note', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    attachments: await tx
      .selectFrom('message_attachments')
      .select(['conversation_id', 'file_name', 'created_at'])
      .where('uploaded_by', '=', userId)
      .orderBy('id')
      .execute(),
  }
}

async function listSupportRows(tx: Tx, userId: string) {
  return {
    supportTickets: await tx
      .selectFrom('support_tickets')
      .select(['id', 'name', 'email', 'subject', 'priority', 'status', 'created_at'])
      .where('user_id', '=', userId)
      .execute(),
    supportMessages: await tx
      .selectFrom('support_messages')
      .select(['ticket_id', 'body', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
  }
}
