import { errors } from '@semblance/contract'
import { type Answers, refuse } from '@testing/fake-api.ts'
import { expectRefusal, expectToast, fill } from '@testing/interactions.ts'
import { legalEntries, versionsOf } from '@testing/legal-entries.ts'
import { renderPage } from '@testing/render.tsx'
import { client } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const checkout = (answers: Answers = {}) =>
  renderPage('/payment/OFF-3001', {
    viewer: client,
    answers: {
      ...answers,
      'payments.checkout': {
        contractStatus: 'awaiting_payment',
        title: 'Card transactions',
        amountCents: 18_500_00n,
        totalCents: 18_500_00n,
      },
      'stripe.standing': { provider: 'built_in' },
    },
  })
const authorize = () => page.getByRole('button', { name: 'Authorize Payment' }).click()

test('a payment without consent is not made', async () => {
  const api = await checkout()
  await fill({ 'Account number': '000123456789', 'Bank name': 'First Bank' })
  await authorize()
  await expectToast('Terms Required', 'Please accept the terms and conditions to proceed.')
  await expect.element(page.getByLabelText('Bank name')).toHaveValue('First Bank')
  await expect.element(page.getByLabelText('Account number')).toHaveValue('000123456789')
  expect(api.calls('payments.fund')).toEqual([])
})

test('a payment that was made in another tab is refused in words', { tags: 'long' }, async () => {
  const api = await checkout()
  await fill({
    'Account holder name': 'Halden Retail',
    'Account number': '000123456789',
    'Routing number': '021000021',
    'Bank name': 'First Bank',
  })
  await page.getByRole('checkbox', { name: /I accept/ }).click()
  api.answer({ 'payments.fund': refuse('already_funded') })
  await authorize()
  await expectToast('Payment not made', errors.already_funded.message)
  expect(api.calls('payments.fund')).toHaveLength(1)
})

test('a payment names the versions that it accepts, and asks again where they have changed', async () => {
  const api = await checkout()
  const terms = page.getByRole('link', { name: /Terms of Service/ })
  await expect.element(terms).toHaveAttribute('href', `/legal/terms/${'1'.repeat(64)}`)
  await fill({
    'Account holder name': 'Halden Retail',
    'Account number': '000123456789',
    'Routing number': '021000021',
    'Bank name': 'First Bank',
  })
  const box = page.getByRole('checkbox', { name: /I accept/ })
  await box.click()
  api.answer({ 'payments.fund': refuse('legal_outdated', { field: 'accepted.terms' }) })
  await authorize()
  await expectRefusal(box, errors.legal_outdated.message)
  await expect.element(box).not.toBeChecked()
  await expect.element(page.getByLabelText('Bank name')).toHaveValue('First Bank')
  expect(api.calls('payments.fund')).toMatchObject([{ accepted: versionsOf('terms', 'license') }])
})

test('nothing is accepted before the documents are shown, which can be loaded again', async () => {
  const api = await checkout({ 'legal.list': refuse('not_permitted') })
  const box = page.getByRole('checkbox', { name: /I accept/ })
  await expect.element(page.getByText('The documents to accept did not load.')).toBeVisible()
  await expect.element(box).toBeDisabled()
  api.answer({ 'legal.list': { items: legalEntries } })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('link', { name: /Terms of Service/ })).toBeVisible()
  await expect.element(box).toBeEnabled()
})
