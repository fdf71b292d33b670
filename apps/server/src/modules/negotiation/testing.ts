/** What tests of negotiation have in common: a conversation about an offer, and what both sides see of it. */
import type { Proposal } from '@semblance/contract'
import { postDpr, sendOffer } from '../../../testing/deals.ts'
import type { Market, Person } from '../../../testing/market.ts'
import { system } from '../../platform/db.ts'

export type Talk = { conversationId: string; dprId: string; offerId: string }

/** An offer over $18,500 and 10 days, and the conversation about it. */
export async function startTalk(client: Person, vendor: Person): Promise<Talk> {
  const dprId = await postDpr(client)
  const offerId = await sendOffer(vendor, dprId)
  const { id } = await client.api.negotiation.open({ offerId })
  return { conversationId: id, dprId, offerId }
}

export const say = (person: Person, conversationId: string, body = 'Hello') =>
  person.api.negotiation.send({ conversationId, body })

type Changes = Parameters<Person['api']['negotiation']['propose']>[0]['changes']

export const proposeChange = (
  person: Person,
  conversationId: string,
  changes: Changes = { timelineDays: 12 },
  more: { revision?: number; counters?: string; note?: string } = {},
): Promise<Proposal> =>
  person.api.negotiation.propose({ conversationId, revision: 1, changes, ...more })

export const termsOf = async (person: Person, conversationId: string) =>
  (await person.api.negotiation.terms({ conversationId }))!

/** Says that somebody of the organization has a page open for another minute, or had until a minute ago. */
export async function setOnline({ platform }: Market, person: Person, online = true) {
  const row = {
    organization: person.organization.id,
    seen_at: new Date(),
    online_until: new Date(Date.now() + (online ? 60_000 : -60_000)),
  }
  await platform.db.transaction(system, (tx) =>
    tx
      .insertInto('presence')
      .values({ user_id: person.userId, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute(),
  )
}

/** Topics of the events that the organization's browsers hear of this conversation, oldest first. */
export async function eventsOf({ platform }: Market, person: Person, conversationId: string) {
  const { rows } = await platform.db.pool.query<{ topic: string }>(
    `select topic from app.events where organization = $1 and payload ->> 'conversationId' = $2 order by xid, id`,
    [person.organization.id, conversationId],
  )
  return rows.map(({ topic }) => topic)
}

export const noticesOf = async (person: Person) =>
  (await person.api.notifications.list({ limit: 100 })).items.filter(
    ({ type }) => type === 'contract',
  )

export async function mailSubjectsTo({ platform }: Market, person: Person): Promise<string[]> {
  const { rows } = await platform.db.pool.query<{ subject: string }>(
    `select subject from app.mails where recipient = $1 order by created_at`,
    [person.email],
  )
  return rows.map(({ subject }) => subject)
}
