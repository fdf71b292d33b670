/** Groups the events of webhooks by what they are about. */
import { type ChosenWebhookType, webhookTypes } from '@semblance/contract'

const about = (...nouns: string[]): readonly ChosenWebhookType[] =>
  webhookTypes.filter((type) => nouns.some((noun) => type.startsWith(`${noun}.`)))

export const eventGroups: readonly { title: string; types: readonly ChosenWebhookType[] }[] = [
  { title: 'Requests and offers', types: about('dpr', 'offer') },
  { title: 'Negotiation', types: about('proposal', 'message') },
  {
    title: 'Contracts and deliveries',
    types: about('contract', 'delivery', 'push', 'draw', 'certificate'),
  },
  { title: 'Subscriptions', types: about('subscription', 'revision') },
  { title: 'Money', types: about('escrow', 'payout') },
  { title: 'Disputes', types: about('dispute') },
  { title: 'Keys and audit log', types: about('key', 'audit') },
]
