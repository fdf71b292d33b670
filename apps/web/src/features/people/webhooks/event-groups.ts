/** Groups the events of webhooks by what they are about. */
import { type ChosenWebhookType, webhookTypes } from '@semblance/contract'

const about = (...nouns: string[]): readonly ChosenWebhookType[] =>
  webhookTypes.filter((type) => nouns.some((noun) => type.startsWith(`${noun}.`)))

export const eventGroups: readonly { title: string; types: readonly ChosenWebhookType[] }[] = [
  { title: 'Requests and offers', types: about('dpr', 'offer') },
  { title: 'Negotiation', types: about('proposal', 'message') },
  { title: 'Contracts and deliveries', types: about('contract', 'delivery', 'certificate') },
  { title: 'Money', types: about('escrow', 'payout') },
  { title: 'Disputes', types: about('dispute') },
  { title: 'Keys', types: about('key') },
]
