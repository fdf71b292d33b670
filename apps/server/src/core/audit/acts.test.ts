import { expect, it } from 'vitest'
import { actOf } from './acts.ts'

it('names an offer that has no contract yet', () => {
  const call = {
    input: { dprId: 'DPR-7', priceCents: 18_500_50n },
    output: { id: 'OFR-9', dprId: 'DPR-7', contractId: null },
  }
  expect(actOf('offers.submit', call)).toMatchObject({
    action: 'offer.submit',
    object: 'offer:OFR-9',
  })
})

it('adds up to the cent what a payment moves', () => {
  const output = { contractId: 'CTR-3', heldCents: 18_500_33n, feeCents: 462_51n }
  expect(actOf('payments.fund', { input: { contractId: 'CTR-3' }, output })).toEqual({
    action: 'payment.submit',
    object: 'contract:CTR-3',
    detail: { amountCents: 18_962_84n },
  })
})

it('leaves nothing of other calls', () => {
  expect(actOf('offers.listSent', { input: {}, output: { items: [] } })).toBeNull()
})
