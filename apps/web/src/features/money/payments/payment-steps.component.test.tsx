/** A payment from its summary to the bank's answer: refused, on its way, settled, or taken back. */
import { failureTexts } from '@semblance/contract'
import { uuid } from '@testing/example.ts'
import { expectSound } from '@testing/expect-sound.ts'
import { type Answers, fakeApi } from '@testing/fake-api.ts'
import { expectToast, fill } from '@testing/interactions.ts'
import { versionsOf } from '@testing/legal-entries.ts'
import { inDays } from '@testing/page-answers.ts'
import type { OutputOf, Sketch } from '@testing/procedures.ts'
import { reloadPage, renderPage } from '@testing/render.tsx'
import { client } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

type Checkout = NonNullable<Sketch<OutputOf<'payments.checkout'>>>

const due: Checkout = {
  offerId: 'OFF-3001',
  contractId: 'CTR-2001',
  contractStatus: 'awaiting_payment',
  title: 'Card transactions',
  vendorName: 'Meridian Synthetics',
  amountCents: 18_500_00n,
  feeCents: 462_50n,
  feeBps: 250,
  totalCents: 18_962_50n,
  upfrontCents: 0n,
  onAcceptanceCents: 18_500_00n,
  reviewDays: 14,
}
const nothingDue: Checkout = { ...due, amountCents: 0n, feeCents: 0n, totalCents: 0n }
const payment = (id: number, state: 'submitted' | 'settled' | 'failed' | 'returned') => ({
  id: uuid(id),
  state,
  amountCents: 18_962_50n,
  feeCents: 462_50n,
  accountHolderName: 'Robin Example',
  bankName: 'First Harbor Bank',
  last4: '9001',
  createdAt: new Date(),
})

const answers = (checkout: Checkout): Answers => ({
  'payments.checkout': checkout,
  'stripe.standing': { provider: 'built_in' },
})
const open = (checkout: Checkout) =>
  renderPage('/payment/OFF-3001', { viewer: client, answers: answers(checkout) })

/** Answers for the bank, and notifies the open page. */
async function hear(checkout: Checkout) {
  await fakeApi(answers(checkout)).emit({ topic: 'contract.changed', id: 'CTR-2001' })
}

async function pay() {
  await fill({
    'Account holder name': 'Robin Example',
    'Account number': '000123459001',
    'Routing number': '021000021',
    'Bank name': 'First Harbor Bank',
  })
  await page.getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Authorize Payment' }).click()
}

const holder = page.getByLabelText('Account holder name')
const heading = (name: string) => page.getByRole('heading', { name })
const refusal = page.getByRole('region', { name: 'What your bank said' })

test('the summary says what is paid, to the cent, and what is held until when', {
  tags: 'scaled',
}, async () => {
  await open(due)
  const summary = page.getByRole('complementary', { name: 'Payment summary' })
  for (const amount of ['$18,500.00', '$462.50', '$18,962.50'])
    await expect.element(summary.getByText(amount, { exact: true })).toBeVisible()
  for (const sentence of [
    '$18,500.00 stays held in escrow.',
    'Without an answer it is released 14 days after delivery.',
  ])
    await expect.element(summary.getByText(sentence)).toBeVisible()
  await expectSound()
})

test('a summary with an upfront share names both parts', async () => {
  await open({ ...due, upfrontCents: 5_550_00n, onAcceptanceCents: 12_950_00n })
  const parts = '30% ($5,550.00) is released upfront, $12,950.00 stays held.'
  await expect.element(page.getByText(parts)).toBeVisible()
})

test('nothing is asked for while the vendor may not sell, unless the contract runs already', async () => {
  await open({ ...due, isVendorSuspended: true })
  await expect.element(heading('This vendor may not sell at present')).toBeVisible()
  await expect.element(holder).not.toBeInTheDocument()
  await open({ ...due, isVendorSuspended: true, reason: 'returned' })
  await expect.element(holder).toBeVisible()
})

test('a refusal says why and what to do, and brings the form back without the numbers', {
  tags: 'scaled',
}, async () => {
  const api = await open(due)
  await expect.element(holder).toBeVisible() // the page asks before the answers change
  const submitted = { ...nothingDue, payment: payment(1, 'submitted') }
  api.answer({ 'payments.fund': {}, 'payments.checkout': submitted })
  await pay()
  await expect.element(heading('Authorizing payment')).toBeVisible()
  expect(api.calls('payments.fund')).toEqual([
    {
      offerId: 'OFF-3001',
      bankAccount: {
        accountHolderName: 'Robin Example',
        accountNumber: '000123459001',
        routingNumber: '021000021',
        bankName: 'First Harbor Bank',
      },
      accepted: versionsOf('terms', 'license'),
      totalCents: 18_962_50n,
    },
  ])
  const failure = failureTexts.R01!
  await hear({ ...due, payment: { ...payment(1, 'failed'), failure } })
  await expectToast('Payment not made', failure)
  await expect.element(refusal.getByText(failure)).toBeVisible()
  await expect.element(refusal.getByText('Nothing was charged.')).toBeVisible()
  const values = {
    'Account holder name': 'Robin Example',
    'Bank name': 'First Harbor Bank',
    'Account number': '',
    'Routing number': '',
  }
  for (const [label, value] of Object.entries(values))
    await expect.element(page.getByLabelText(label)).toHaveValue(value)
  await expect.element(page.getByRole('checkbox')).not.toBeChecked()
  await expectSound()
})

test('a payment is waited for, also where the page is opened anew, and then said to be made', {
  tags: 'long',
}, async () => {
  const api = await open(due)
  await expect.element(holder).toBeVisible() // the page asks before the answers change
  const submitted = { ...nothingDue, payment: payment(2, 'submitted') }
  api.answer({ 'payments.fund': {}, 'payments.checkout': submitted })
  await pay()
  await expect.element(heading('Authorizing payment')).toBeVisible()
  await reloadPage()
  await expect.element(heading('Authorizing payment')).toBeVisible()
  await expect.element(page.getByText('First Harbor Bank ····9001')).toBeVisible()
  await expectSound()
  await hear({ ...nothingDue, contractStatus: 'in_progress', payment: payment(2, 'settled') })
  await expectToast('Payment Successful')
  await expect.element(heading('Payment Successful')).toHaveFocus()
  for (const amount of ['$18,500', '$462.50', '$18,962.50'])
    await expect.element(page.getByText(amount, { exact: true })).toBeVisible()
  await expectSound()
  await reloadPage()
  await expect.element(page.getByText('This contract has already been paid')).toBeVisible()
  expect(api.calls('payments.fund')).toHaveLength(1)
})

test('a payment that takes days says when it is expected', async () => {
  const createdAt = new Date(Date.now() - 60_000)
  const expectedAt = new Date('2026-03-04T12:00:00Z')
  await open({ ...nothingDue, payment: { ...payment(3, 'submitted'), createdAt, expectedAt } })
  await expect.element(heading('Payment on its way')).toBeVisible()
  await expect.element(page.getByText('Mar 4, 2026')).toBeVisible()
})

test('a payment that the bank took back is asked for again', async () => {
  const failure = failureTexts.R10!
  await open({ ...due, reason: 'returned', payment: { ...payment(4, 'returned'), failure } })
  await expect.element(refusal.getByText('Your bank has taken the payment back')).toBeVisible()
  await expect.element(refusal.getByText(failure)).toBeVisible()
  await expect.element(page.getByText('Contract amount, taken back')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Authorize Payment' })).toBeVisible()
})

test.each([
  ['was cancelled', { ...nothingDue, contractStatus: 'cancelled' }, 'has gone back to your bank'],
  ['is in dispute', { ...due, contractStatus: 'disputed' }, 'Nothing can be paid for'],
  ['has already been paid', { ...nothingDue, contractStatus: 'in_progress' }, 'not charged again'],
] as const)('a contract that %s takes no payment', async (what, checkout, sentence) => {
  await open({ ...checkout, payment: { ...payment(5, 'settled'), createdAt: inDays(-2) } })
  await expect.element(heading(`This contract ${what}`)).toBeVisible()
  await expect.element(page.getByText(sentence)).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: 'Authorize Payment' }))
    .not.toBeInTheDocument()
})
