import { backfillTicket } from '../people/support/service.ts'
import type { SampleIds } from './sample-ids.ts'
import { tickets } from './seed/seed.ts'

const HOUR_MS = 3_600_000

export async function loadTickets({ tx, now }: SampleIds): Promise<void> {
  for (const { from, thread, ...ticket } of tickets) {
    const messages = thread.map(({ hoursAgo, ...message }) => ({
      ...message,
      at: new Date(now.getTime() - hoursAgo * HOUR_MS),
    }))
    await backfillTicket(tx, from, ticket, messages)
  }
}
