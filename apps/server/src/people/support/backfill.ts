/** Support tickets of the past, for the sample marketplace: no one is mailed about them. Requires the system role. */
import type { Insertable } from 'kysely'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

type PastTicket = Pick<
  Insertable<DB['support_tickets']>,
  'name' | 'email' | 'subject' | 'priority' | 'status'
>
type PastMessage = { fromStaff: boolean; body: string; at: Date }

/** Enters a ticket with its messages, oldest first; `from` is its author's address, null if signed out. */
export async function backfillTicket(
  tx: Tx,
  from: string | null,
  { status, ...ticket }: PastTicket,
  thread: PastMessage[],
): Promise<void> {
  const author = await tx
    .selectFrom('profiles')
    .select(['user_id', 'organization'])
    .where('email', '=', from ?? '')
    .executeTakeFirst()
  const user_id = author?.user_id ?? null
  const last = thread.at(-1)!
  const { id } = await tx
    .insertInto('support_tickets')
    .values({
      ...ticket,
      user_id,
      organization: author?.organization ?? null,
      status: status ?? (last.fromStaff ? 'answered' : 'open'),
      created_at: thread[0]!.at,
      updated_at: last.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const messages = thread.map(({ fromStaff, body, at }) => ({
    ticket_id: id,
    from_staff: fromStaff,
    body,
    user_id: fromStaff ? null : user_id,
    created_at: at,
  }))
  await tx.insertInto('support_messages').values(messages).execute()
}

/** Deletes the tickets of these people, and those that were sent signed out under one of these addresses. */
export async function deleteTickets(
  tx: Tx,
  { userIds, emails }: { userIds: string[]; emails: string[] },
): Promise<void> {
  const tickets = tx
    .selectFrom('support_tickets')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('user_id', 'in', userIds),
        eb.and([eb('user_id', 'is', null), eb('email', 'in', emails)]),
      ]),
    )
  await tx.deleteFrom('support_messages').where('ticket_id', 'in', tickets).execute()
  await tx.deleteFrom('support_tickets').where('id', 'in', tickets).execute()
}
