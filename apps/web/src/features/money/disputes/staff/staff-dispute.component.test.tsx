/** Staff find a dispute, read both sides and the ledger, and decide: large ones by two people. */
import { errors } from '@semblance/contract'
import { staffDispute } from '@testing/dispute-answers.ts'
import { uuid } from '@testing/example.ts'
import { expectSound } from '@testing/expect-sound.ts'
import { refuse } from '@testing/fake-api.ts'
import { measured } from '@testing/finding-answers.ts'
import {
  expectAddress,
  expectHeading,
  expectProblem,
  expectRefusal,
  expectToast,
} from '@testing/interactions.ts'
import { inDays } from '@testing/page-answers.ts'
import { renderPage } from '@testing/render.tsx'
import { staff } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const path = '/admin/disputes/DSP-5001'
const reasons = 'Eleven of twenty columns are constant.'
const draft = { id: uuid(601), toVendorCents: 10_500_00n, reasons, draftedBy: 'Noor Haddad' }

const open = (changes: Parameters<typeof staffDispute>[0] = {}) =>
  renderPage(path, { viewer: staff, answers: staffDispute(changes) })
const aside = page.getByRole('complementary', { name: 'Money and decision' })
const button = (name: string) => aside.getByRole('button', { name })
const amount = aside.getByLabelText('To the vendor ($)')
const confirmation = page.getByRole('alertdialog')

test('staff find a dispute by its ID, and read both sides and the ledger', {
  tags: 'scaled',
}, async () => {
  const row = { id: 'DSP-5001', title: 'Household energy panel', stakeCents: 18_500_00n }
  const api = await renderPage('/admin/disputes', {
    viewer: staff,
    answers: { ...staffDispute(), 'disputes.staff.list': { items: [row] } },
  })
  await page.getByLabelText('Search disputes').fill('DSP-5001')
  await expect
    .poll(() => api.calls('disputes.staff.list').at(-1))
    .toMatchObject({ search: 'DSP-5001', tab: 'waiting' })
  await page.getByRole('link', { name: 'Household energy panel' }).click()
  await expectAddress(path)
  for (const said of ['Half of the columns are constant.', 'They vary as agreed.'])
    await expect.element(page.getByText(said)).toBeVisible()
  const ledger = page.getByRole('region', { name: 'Money by the ledger' })
  await expect.poll(() => ledger.getByText('$18,500.00').elements().length).toBe(2)
  await expect.poll(() => ledger.getByText('$462.50').elements().length).toBe(2)
  await expectSound()
})

test('the trail says who did what, and the parties come with their earlier deals', async () => {
  const at = inDays(-20)
  await open({
    contractEvents: [{ id: 'funded', kind: 'funded', title: 'Funds placed', by: 'client', at }],
    events: [{ id: 'opened', title: 'Halden Retail opened the dispute', at: inDays(-1) }],
    before: {
      client: { deals: 12, completed: 11, disputes: 0, opened: 0 },
      vendor: { deals: 31, completed: 30, disputes: 1, opened: 1 },
      together: { deals: 1, completed: 1, disputes: 0 },
      alike: { allToVendor: 1, shared: 2, allToClient: 1 },
    },
    clientSlug: 'halden-retail',
    vendorSlug: null,
  })
  const trail = page.getByRole('region', { name: 'Evidence trail' }).getByRole('listitem')
  await expect.element(trail.nth(0).getByText('Halden Retail: Funds placed')).toBeVisible()
  await expect.element(trail.nth(1).getByText('Halden Retail opened the dispute')).toBeVisible()
  const before = page.getByRole('region', { name: 'Parties before this' })
  for (const text of ['12 deals, 0 disputes', '31 deals, 1 dispute', '1 deal, 0 disputes'])
    await expect.element(before.getByText(text)).toBeVisible()
  await expect
    .element(before.getByText('1 all to the vendor, 2 shared, 1 all to the client'))
    .toBeVisible()
  await expect
    .element(before.getByRole('link', { name: 'Halden Retail' }))
    .toHaveAttribute('href', '/admin/disputes?tab=closed&q=Halden%20Retail')
  await expect.element(before.getByRole('link', { name: 'Meridian' })).not.toBeInTheDocument()
})

test('a draft shows every share, wants reasons, and cannot be confirmed by its author', async () => {
  const api = await open()
  await expect
    .element(aside.getByText('From $10,000 on, a second person confirms it.'))
    .toBeVisible()
  await amount.fill('18,500.01')
  await button('Save Draft').click()
  await expectRefusal(aside.getByLabelText('Reasons'), 'Reasons is required')
  await aside.getByLabelText('Reasons').fill(reasons)
  await button('Save Draft').click()
  await expectRefusal(amount, 'Enter an amount from $0.00 to $18,500.00')
  expect(api.calls('disputes.staff.rule')).toEqual([])
  await amount.fill('10500')
  for (const share of ['$8,000.00', '$200.00', '$8,200.00', '$262.50'])
    await expect.element(aside.getByText(share, { exact: true })).toBeVisible()
  const { 'disputes.staff.get': drafted } = staffDispute({ draft: { ...draft, isOwn: true } })
  api.answer({ 'disputes.staff.rule': {}, 'disputes.staff.get': drafted })
  await button('Save Draft').click()
  await expectToast('Decision Drafted')
  expect(api.calls('disputes.staff.rule')).toEqual([
    { disputeId: 'DSP-5001', toVendorCents: 10_500_00n, reasons, replaces: null },
  ])
  await expect.element(aside.getByText('Somebody else of the staff has to confirm')).toBeVisible()
  await expect.element(button('Change Draft')).toBeVisible()
  await expect.element(button('Confirm Decision')).not.toBeInTheDocument()
})

test("somebody else's draft is confirmed as it stands, or not at all", {
  tags: 'long',
}, async () => {
  const api = await open({ draft })
  await expect.element(aside.getByText('Drafted by Noor Haddad')).toBeVisible()
  await expect.element(aside.getByText(reasons)).toBeVisible()
  await button('Confirm Decision').click()
  await expect.element(confirmation.getByText('$10,500.00')).toBeVisible()
  await expect.element(confirmation.getByText('$8,200.00')).toBeVisible()
  api.answer({ 'disputes.staff.confirm': refuse('ruling_changed') })
  const confirm = () => confirmation.getByRole('button', { name: 'Confirm Decision' }).click()
  await confirm()
  await expectProblem('Decision not confirmed', errors.ruling_changed.message)
  const { 'disputes.staff.get': ruled } = staffDispute({
    status: 'ruled',
    endedAt: inDays(0),
    outcome: { toVendorCents: 10_500_00n, reasons },
    ledger: { releasedCents: 10_500_00n },
    ruledBy: 'Noor Haddad',
    confirmedBy: 'Theo Abara',
  })
  api.answer({ 'disputes.staff.confirm': {}, 'disputes.staff.get': ruled })
  await confirm()
  await expectToast('Dispute Decided')
  expect(api.calls('disputes.staff.confirm')[1]).toEqual({ rulingId: draft.id })
  await expect.element(aside.getByText('Noor Haddad')).toBeVisible()
  await expect.element(aside.getByText('Theo Abara')).toBeVisible()
  await expect
    .element(page.getByRole('region', { name: 'Outcome' }).getByText(reasons))
    .toBeVisible()
  await expect.element(button('Confirm Decision')).not.toBeInTheDocument()
})

test('a changed draft takes the place of the one that was read', async () => {
  const api = await open({ draft })
  await button('Change Draft').click()
  await expect.element(amount).toHaveValue('$10,500.00')
  await expect.element(aside.getByLabelText('Reasons')).toHaveValue(reasons)
  await amount.fill('9,000')
  api.answer({ 'disputes.staff.rule': refuse('ruling_changed') })
  await button('Save Draft').click()
  await expectToast('Not decided', errors.ruling_changed.message)
  await expect.element(amount).toHaveValue('9,000')
  expect(api.calls('disputes.staff.rule')).toMatchObject([
    { toVendorCents: 9_000_00n, replaces: draft.id },
  ])
})

test('a small dispute is decided by one, who is asked again first', async () => {
  const api = await open({ needsTwo: false })
  await expect.element(aside.getByText(/a second person/)).not.toBeInTheDocument()
  await amount.fill('0')
  await aside.getByLabelText('Reasons').fill(reasons)
  await button('Decide').click()
  await expect.element(confirmation.getByText('$18,962.50')).toBeVisible()
  expect(api.calls('disputes.staff.rule')).toEqual([])
  api.answer({ 'disputes.staff.rule': {} })
  await confirmation.getByRole('button', { name: 'Decide' }).click()
  await expectToast('Dispute Decided')
  expect(api.calls('disputes.staff.rule')).toMatchObject([{ toVendorCents: 0n, replaces: null }])
})

test.each([
  ['is still negotiated', { status: 'open' }, 'The parties are negotiating.'],
  [
    'waits for its answer',
    { answeredAt: null, answerDueAt: inDays(2) },
    errors.dispute_too_early.message,
  ],
] as const)('a dispute that %s cannot be decided', async (_, changes, sentence) => {
  await open(changes)
  await expect.element(aside.getByText(sentence)).toBeVisible()
  await expect.element(amount).not.toBeInTheDocument()
})

test('a dispute that is not there leads back to the list', async () => {
  await renderPage(path, {
    viewer: staff,
    answers: { 'disputes.staff.get': refuse('not_found') },
  })
  await expect.element(page.getByText('This dispute was not found')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Back to Disputes' })).toBeVisible()
})

test('nothing that was found of one dispute goes along to the next', { tags: 'long' }, async () => {
  const { 'disputes.staff.get': first } = staffDispute()
  await renderPage(path, {
    viewer: staff,
    answers: {
      'disputes.staff.list': { items: [{ id: 'DSP-5001' }, { id: 'DSP-5002' }] },
      'disputes.staff.get': ({ disputeId }) => ({ ...first, id: disputeId }),
      'findings.staff.open': { ...measured(), delivery: null },
    },
  })
  await page.getByRole('button', { name: 'Open Findings and Delivery' }).click()
  await expect.element(amount).toHaveValue('$9,250.00')
  await page.getByRole('button', { name: 'Next' }).click()
  await expectHeading('Dispute DSP-5002')
  await expect
    .element(page.getByRole('button', { name: 'Open Findings and Delivery' }))
    .toBeVisible()
  await expect.element(amount).toHaveValue('')
})
