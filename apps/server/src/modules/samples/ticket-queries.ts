import type { Tx } from '../../platform/db.ts'
import { tickets } from './tickets.ts'

const HOUR_MS = 3_600_000

/** Written straight into the tables: opened through the service, they would be mailed about. */
export async function insertTickets(tx: Tx, now: Date): Promise<void> {
  for (const { from, thread, status, ...asked } of tickets) {
    const person = await tx
      .selectFrom('profiles')
      .select(['user_id', 'organization'])
      .where('email', '=', from ?? '')
      .executeTakeFirst()
    const messages = thread.map(({ hoursAgo, body, fromStaff }) => ({
      from_staff: fromStaff,
      body,
      user_id: fromStaff ? null : (person?.user_id ?? null),
      created_at: new Date(now.getTime() - hoursAgo * HOUR_MS),
    }))
    const { id } = await tx
      .insertInto('support_tickets')
      .values({
        ...asked,
        user_id: person?.user_id ?? null,
        organization: person?.organization ?? null,
        status: status ?? (messages.at(-1)!.from_staff ? 'answered' : 'open'),
        created_at: messages[0]!.created_at,
        updated_at: messages.at(-1)!.created_at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('support_messages')
      .values(messages.map((message) => ({ ...message, ticket_id: id })))
      .execute()
  }
}
