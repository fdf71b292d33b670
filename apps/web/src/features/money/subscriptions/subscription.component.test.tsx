/** An organization sees its plan, gives it a bank account and takes it away; one whose bank refused sees why. */
import { fakeApi } from '@testing/fake-api.ts'
import {
  choose,
  closeToasts,
  downloadBy,
  expectAddress,
  expectToast,
  fill,
} from '@testing/interactions.ts'
import { inDays } from '@testing/page-answers.ts'
import type { OutputOf, Sketch } from '@testing/procedures.ts'
import { phone, renderPage } from '@testing/render.tsx'
import { client, vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

type Billing = NonNullable<Sketch<OutputOf<'billing.get'>>>
type Charge = NonNullable<Sketch<OutputOf<'billing.charges'>>['items']>[number]

const path = '/billing-payments'
const gigabyte = 1024 ** 3
const newPlan: Billing = {
  state: 'active',
  periodEnd: inDays(20),
  usage: [
    { kind: 'dprs', used: 0, limit: 100 },
    { kind: 'activeContracts', used: 0, limit: 50 },
    { kind: 'storageBytes', used: 0, limit: 10 * gigabyte },
  ],
}
const account = { bankName: 'First Bank', last4: '6789' }
const paid: Billing = { ...newPlan, nextChargeCents: 29_00n, method: { account } }
const refused: Charge = {
  amountCents: 29_00n,
  state: 'failed',
  status: 'failed',
  failure: 'The account is closed',
  account,
}
const overdue: Billing = { ...paid, pastDueCents: 29_00n }

const billing = (now: Billing, ...charges: Charge[]) =>
  fakeApi({ 'billing.get': now, 'billing.charges': { items: charges } })
const panel = (name: string) => page.getByRole('region', { name, exact: true })
const save = () => page.getByRole('button', { name: 'Save Payment Method' }).click()

test('a new organization has the plan, with nothing to pay and nothing used', async () => {
  billing(newPlan)
  await renderPage('/privacy-security', {
    viewer: client,
    answers: { 'settings.listSessions': { items: [] } },
  })
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('menuitem', { name: 'Billing & Payments' }).click()
  await expectAddress(path)
  await expect.element(panel('Plan').getByText('Professional')).toBeVisible()
  await expect.element(panel('Plan').getByText('$29').first()).toBeVisible()
  const free = 'Nothing is charged before a payment method is on file'
  await expect.element(panel('Plan').getByText(free)).toBeVisible()
  for (const amounts of ['0 of 100', '0 of 50', /^0 Bytes of 10 GB/])
    await expect.element(panel('Usage').getByText(amounts)).toBeVisible()
  await expect.element(page.getByText('No payments yet')).toBeVisible()
})

test('an administrator adds a bank account: what is missing is named, what was typed stays', async () => {
  const api = billing(newPlan)
  await renderPage(path, { viewer: client })
  await page.getByRole('button', { name: 'Add Payment Method' }).click()
  await save()
  await expect.element(page.getByText('Account number is required')).toBeVisible()
  const consent = 'Authorize the debits to pay from this account'
  await expect.element(page.getByText(consent)).toBeVisible()
  await fill({
    'Account holder name': 'Buyer Inc.',
    'Bank name': 'First Bank',
    'Routing number': '12345',
    'Account number': '000123456789',
  })
  await choose('Account type', 'Business checking')
  await page.getByLabelText(/I authorize Semblance/).click()
  await save()
  await expect.element(page.getByText('Enter the routing number, nine digits')).toBeVisible()
  await expect.element(page.getByLabelText('Account number')).toHaveValue('000123456789')
  expect(api.calls('billing.saveMethod')).toEqual([])
  await page.getByLabelText('Routing number').fill('021000021')
  billing(paid).answer({ 'billing.saveMethod': paid })
  await save()
  await expectToast('Payment Method Saved')
  await expect.element(panel('Payment method').getByText('•••• 6789')).toBeVisible()
  const next = panel('Plan').getByText('The next payment of $29 is taken on')
  await expect.element(next).toBeVisible()
  expect(document.body.innerHTML).not.toContain('000123456789')
  expect(api.calls('billing.saveMethod')).toMatchObject([
    { bankAccount: { accountNumber: '000123456789', accountType: 'business-checking' } },
  ])
})

test('the plan is cancelled for the end of the period, and resumed', async () => {
  const api = billing(paid)
  await renderPage(path, { viewer: client })
  await page.getByRole('button', { name: 'Cancel Plan' }).click()
  const ending: Billing = { ...paid, state: 'ending' }
  billing(ending).answer({ 'billing.cancel': ending })
  await page.getByRole('button', { name: 'Cancel at Period End' }).click()
  await expectToast('Plan Cancelled')
  await expect.element(panel('Plan').getByText('Your plan ends on')).toBeVisible()
  billing(paid).answer({ 'billing.resume': paid })
  await page.getByRole('button', { name: 'Resume Plan' }).click()
  await expectToast('Plan Resumed')
  await expect.element(page.getByRole('button', { name: 'Cancel Plan' })).toBeVisible()
  expect([api.calls('billing.cancel'), api.calls('billing.resume')]).toHaveLength(2)
})

test('the account is removed after a question', { tags: 'long' }, async () => {
  billing(paid)
  await renderPage(path, { viewer: client })
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  billing(newPlan).answer({ 'billing.removeMethod': newPlan })
  await page.getByRole('button', { name: 'Remove Account' }).click()
  await expectToast('Payment Method Removed')
  await expect.element(page.getByText('No payment method is on file')).toBeVisible()
})

test('a refused payment says why, and another account is charged at once, with a receipt', {
  tags: 'long',
}, async () => {
  const api = billing(overdue, refused)
  await renderPage(path, { viewer: vendor })
  await expect.element(page.getByRole('heading', { name: '$29.00 is past due' })).toBeVisible()
  const failed = page.getByRole('row').filter({ hasText: 'The account is closed' })
  await expect.element(failed.getByText('Failed')).toBeVisible()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await expect.element(page.getByText('is charged to this account at once')).toBeVisible()
  await fill({
    'Account holder name': 'Meridian Synthetics',
    'Bank name': 'Harbor Bank',
    'Routing number': '021000021',
    'Account number': '000123455511',
  })
  await choose('Account type', 'Checking')
  await page.getByLabelText(/I authorize Semblance/).click()
  const other = { bankName: 'Harbor Bank', last4: '5511' }
  const charged: Charge = {
    ...refused,
    state: 'paid',
    status: 'paid',
    failure: null,
    account: other,
    invoiceNumber: 'INV-2026-12',
  }
  billing({ ...paid, method: { account: other } }, charged).answer({ 'billing.saveMethod': paid })
  await save()
  await expectToast('Payment Method Saved')
  const pastDue = page.getByRole('heading', { name: 'is past due' })
  await expect.element(pastDue).not.toBeInTheDocument()
  const row = page.getByRole('row').filter({ hasText: '•••• 5511' })
  await expect.element(row.getByText('Paid')).toBeVisible()
  await closeToasts()
  api.answerHttp({ 'GET /api/invoices/INV-2026-12.pdf': () => new Response('%PDF') })
  const receipt = await downloadBy(() => row.getByRole('button', { name: /^Receipt/ }).click())
  expect(receipt.name).toBe('INV-2026-12.pdf')
})

test("a visitor reads the sample's billing without its bank account, and is led to sign in", async () => {
  billing({ ...newPlan, method: { account: null } }, { ...refused, account: null })
  await renderPage(path, phone)
  const method = panel('Payment method').getByText('A bank account is on file')
  await expect.element(method).toBeVisible()
  const visible = () =>
    page
      .getByText('$29.00')
      .elements()
      .some((element) => element.checkVisibility())
  await expect.poll(visible).toBe(true)
  expect(document.body.textContent).not.toMatch(/•••• \d{4}/)
  await page.getByRole('button', { name: 'Cancel Plan' }).click()
  await expectAddress('/auth?next=%2Fbilling-payments')
})
