/** A client and a vendor with an offer to talk about, each at a browser. */
import { inject } from 'vitest'
import type { People, Person } from './browser.ts'
import { signIn } from './steps.ts'
import { type Member, newMember, postDpr, sendOffer } from './trade.ts'

type Talk = {
  buyer: Member
  supplier: Member
  client: Person
  vendor: Person
  conversationId: string
}

export async function newTalk(people: People): Promise<Talk> {
  const url = inject('url')
  const [buyer, supplier] = [await newMember(url, 'client'), await newMember(url, 'vendor')]
  const offerId = await sendOffer(supplier, await postDpr(buyer, 'Loyalty card histories'))
  const { id: conversationId } = await buyer.api.negotiation.open({ offerId })
  const [client, vendor] = [await people.newPerson(), await people.newPerson()]
  await signIn(client, buyer)
  await signIn(vendor, supplier)
  return { buyer, supplier, client, vendor, conversationId }
}
