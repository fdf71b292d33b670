import type { Intent } from '@semblance/contract'

const texts: Record<Intent, string> = {
  buy: 'Wants to buy',
  sell: 'Wants to sell',
  both: 'Wants to buy and sell',
}

export const intentText = (intent: Intent) => texts[intent]
