/** Tests approvals: who may decide, who may not and why, and how a payment gets one. */
import { uuid } from '@testing/example.ts'
import type { Answers } from '@testing/fake-api.ts'
import { expectToast } from '@testing/interactions.ts'
import { renderPage } from '@testing/render.tsx'
import { client } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const waiting = {
  id: uuid(31),
  state: 'waiting' as const,
  title: 'Retail Customer Purchase Histories',
  vendorName: 'Meridian Synthetics',
  askedBy: 'Claire Novak',
  amountCents: 1_896_250n,
  priceCents: 1_850_000n,
  feeBps: 250,
  reason: 'member_payment' as const,
  limitCents: 1_000_000n,
  needsAdministrator: false,
  note: 'Best of three offers.',
  decisions: [],
  bar: null,
  leftCents: 10_103_750n,
  references: { purchaseOrder: 'PO-2026-1193', costCenter: null },
}
const list = (approval: object): Answers => ({
  'approvals.list': { items: [approval] },
  'organizations.listMembers': { items: [] },
})

test('an approver sees what is asked for and why, and approves with a note', async () => {
  const api = await renderPage('/approvals', { viewer: client, answers: list(waiting) })
  const detail = page.getByRole('article', { name: waiting.title })
  await expect.element(detail.getByText('Best of three offers.')).toBeVisible()
  for (const text of ['$462.50', '$101,037.50', 'PO-2026-1193'])
    await expect.element(detail.getByText(text)).toBeVisible()
  await expect.element(detail.getByText(/limit of \$10,000\.00 for one purchase/)).toBeVisible()
  await page.getByLabelText('Your note').fill('Within the plan')
  api.answer({
    'approvals.decide': { ...waiting, state: 'approved' },
    'approvals.list': { items: [] },
  })
  await page.getByRole('button', { name: 'Approve $18,962.50' }).click()
  await expectToast('Payment Approved', 'Claire Novak was told.')
  expect(api.calls('approvals.decide')).toEqual([
    { id: waiting.id, decision: 'approve', comment: 'Within the plan' },
  ])
  await expect.element(page.getByText('Nothing waits for an approval.')).toBeVisible()
})

test.each([
  ['own', 'You asked for this; somebody else has to decide.'],
  ['role', 'Your role does not let you approve.'],
  ['limit', 'This is more than your own limit lets you approve.'],
  ['decided', 'You have decided; one more person has to.'],
] as const)('who may not decide (%s) reads why, and has no button', async (bar, reason) => {
  await renderPage('/approvals', { viewer: client, answers: list({ ...waiting, bar }) })
  await expect.element(page.getByText(reason)).toBeVisible()
  expect(page.getByRole('button', { name: /^(Approve|Decline)/ }).elements()).toEqual([])
})

test('an approver names who decides while away', async () => {
  const colleague = { id: uuid(41), name: 'Ines Duarte', email: 'ines@example.test', isSelf: false }
  const api = await renderPage('/approvals', {
    viewer: client,
    answers: {
      'approvals.list': { items: [] },
      'organizations.listMembers': { items: [{ ...colleague, status: 'active' }] },
    },
  })
  await page.getByRole('combobox', { name: 'Who decides in your place' }).click()
  await page.getByRole('option', { name: 'Ines Duarte' }).click()
  api.answer({ 'approvals.setStandIn': undefined })
  await page.getByRole('button', { name: 'Name Stand-in' }).click()
  await expectToast('Stand-in Saved')
  expect(api.calls('approvals.setStandIn')).toEqual([
    { standIn: { userId: colleague.id, days: 7 } },
  ])
})

test('a payment above a limit is asked for in place of being paid', async () => {
  const api = await renderPage('/payment/OFR-7', {
    viewer: { ...client, roles: ['client'] },
    answers: {
      'payments.checkout': { offerId: 'OFR-7', totalCents: 1_896_250n, payment: null },
      'stripe.standing': { provider: 'built_in' },
      'approvals.get': {
        needed: { reason: 'member_payment', limitCents: 1_000_000n, amountCents: 1_896_250n },
        approval: null,
        revision: 2,
        needsPurchaseOrder: false,
        needsCostCenter: false,
        references: { purchaseOrder: null, costCenter: null },
      },
    },
  })
  await expect.element(page.getByText('$18,962.50 needs an approval')).toBeVisible()
  expect(page.getByLabelText('Account number').elements()).toEqual([])
  await page.getByLabelText('Note to the approver').fill('Needed in January')
  await page.getByLabelText('Cost center').fill('Demand planning')
  api.answer({ 'approvals.ask': { ...waiting, bar: 'own' } })
  await page.getByRole('button', { name: 'Ask for Approval' }).click()
  await expectToast('Approval Asked For')
  expect(api.calls('approvals.ask')).toEqual([
    {
      offerId: 'OFR-7',
      revision: 2,
      note: 'Needed in January',
      purchaseOrder: '',
      costCenter: 'Demand planning',
    },
  ])
})

test('a member whose role does not include paying reads why', async () => {
  await renderPage('/payment/OFR-7', {
    viewer: { ...client, roles: ['client'], memberRoles: ['data_engineer'] },
    answers: { 'payments.checkout': { offerId: 'OFR-7', totalCents: 100n, payment: null } },
  })
  await expect
    .element(page.getByText(/role in your organization does not let you pay/))
    .toBeVisible()
})
