/** A client and a vendor who have just met, each at a browser. */
import { inject } from 'vitest'
import type { People, Person } from './browser.ts'
import { type Member, newMember, postDpr, sendOffer } from './deal-fixtures.ts'
import { newSignedIn } from './sessions.ts'

type Parties = { buyer: Member; supplier: Member; client: Person; vendor: Person }

export async function newParties(people: People): Promise<Parties> {
  const url = inject('url')
  const [buyer, supplier] = await Promise.all([newMember(url, 'client'), newMember(url, 'vendor')])
  const [client, vendor] = await Promise.all([
    newSignedIn(people, buyer),
    newSignedIn(people, supplier),
  ])
  return { buyer, supplier, client, vendor }
}

/** Creates two parties with an offer to discuss. */
export async function newTalk(people: People): Promise<Parties & { conversationId: string }> {
  const parties = await newParties(people)
  const dprId = await postDpr(parties.buyer, 'Loyalty card histories')
  const offerId = await sendOffer(parties.supplier, dprId)
  const { id: conversationId } = await parties.buyer.api.negotiation.open({ offerId })
  return { ...parties, conversationId }
}
