import type { BankingDetails, PayoutOverview, StripeStanding } from '@semblance/contract'
import { expect, test } from 'vitest'
import { type ReadinessFacts, readinessOf } from './readiness.ts'

const overview = (obstacle: PayoutOverview['obstacle']) =>
  ({ obstacle, holdUntil: null, account: { bankName: 'Bank', last4: '6789' } }) as PayoutOverview
const stripe = (receiving: StripeStanding['receiving']) => ({ receiving }) as StripeStanding

const states = (facts: Partial<ReadinessFacts>) =>
  Object.fromEntries(
    readinessOf({
      overview: overview(null),
      banking: undefined,
      stripe: undefined,
      taxForms: undefined,
      ...facts,
    }).map(({ id, state }) => [id, state]),
  )

test('payout readiness says of each part what there is, and leaves out what is not known', () => {
  expect(states({})).toEqual({ account: 'done' })
  expect(
    states({
      overview: overview('no_account'),
      banking: null,
      stripe: stripe(null),
      taxForms: { status: 'missing', forms: [] },
    }),
  ).toEqual({ account: 'todo', tax_form: 'open', vat: 'open' })
  expect(
    states({
      overview: overview('account_held'),
      banking: { vatNumber: 'DE136695976' } as BankingDetails,
      stripe: stripe('in_review'),
      taxForms: { status: 'waiting', forms: [] },
    }),
  ).toEqual({ account: 'waiting', agreement: 'waiting', tax_form: 'waiting', vat: 'done' })
  expect(states({ overview: overview('account_not_ready'), stripe: stripe('none') })).toEqual({
    account: 'todo',
    agreement: 'todo',
  })
})
