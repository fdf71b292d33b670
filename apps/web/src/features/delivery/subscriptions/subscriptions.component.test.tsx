/** A client subscribes to revisions of a listed twin, and both parties see what comes next and what changed. */
import { errors, type LicenseTerms, revisionPhaseLabels } from '@semblance/contract'
import { type Answers, refuse } from '@testing/fake-api.ts'
import { expectAddress, expectProblem, expectToast, settled } from '@testing/interactions.ts'
import type { InputOf, OutputOf, Sketch } from '@testing/procedures.ts'
import { renderPage } from '@testing/render.tsx'
import { casesOf } from '@testing/test-length.ts'
import { client, trader, vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

type Subscription = Sketch<OutputOf<'subscriptions.get'>>
type Projection = NonNullable<OutputOf<'subscriptions.get'>['projection']>

const license: Sketch<LicenseTerms> = { redistribution: 'none' }
const terms = {
  pace: 'monthly' as const,
  ...{ revisions: 3, deliveryDays: 10, minRecords: 1000, minAccuracyPercent: null },
}
const projection = (changes: Partial<Projection> = {}): Projection => ({
  ...{ epsilon: 1, revisions: 3, promisedToOthers: 2, limitEpsilon: 6, fitting: 9 },
  before: { epsilon: 1.4, delta: 1e-6 },
  next: { epsilon: 1.74, delta: 2e-6 },
  all: { epsilon: 2.3, delta: 4e-6 },
  ...{ beforeShare: 0.1, nextShare: 0.14, allShare: 0.22 },
  ...changes,
})

const listing: Answers = {
  'listings.get': {
    ...{ id: 'LST-401', revision: 3, title: 'Customers of four cities', isOwn: false },
    options: [{ id: 'm', name: 'Each month', priceCents: 95_000n, license, subscription: terms }],
    account: null,
  },
}
const forecast = (changes: Partial<Projection> = {}): Answers => ({
  'subscriptions.forecast': {
    ...{ terms, priceCents: 95_000n, license },
    projection: projection(changes),
  },
})
const dialog = page.getByRole('alertdialog')
const subscribe = dialog.getByRole('button', { name: 'Subscribe and pay the first revision' })

const revision = (changes: Sketch<OutputOf<'subscriptions.get'>['current']> = {}) => ({
  ...{ number: 2, phase: 'to_order' as const, offerId: null, dprId: null, contractId: null },
  ...{ dueAt: null, deliveredAt: null, records: null, accuracyPercent: null },
  ...{ isComparable: false, endedAt: null, payBy: new Date('2026-12-08T10:00:00Z') },
  ...changes,
})
const subscription = (changes: Subscription = {}): Answers => ({
  'subscriptions.get': {
    ...{ id: 'SUB-301', title: 'Customers of four cities', side: 'client' as const },
    ...{ counterpart: 'Meridian Synthetics', status: 'active' as const, revisions: 3 },
    ...{ pace: 'monthly' as const, isVendorSelling: true, terms, license, pausedAs: null },
    endedAs: null,
    current: revision(),
    projection: projection({ revisions: 2 }),
    ...changes,
  },
  'subscriptions.revisions': {
    items: [
      revision(),
      revision({ number: 1, phase: 'delivered', isComparable: true, records: 4000 }),
    ],
    nextCursor: null,
  },
  'subscriptions.compare': {
    from: { number: 0, records: 3900, columns: 2, accuracyPercent: 96.1, epsilon: 1 },
    to: { number: 1, records: 4000, columns: 2, accuracyPercent: 95.8, epsilon: 1 },
    columns: [
      {
        ...{ table: 't', name: 'city', kind: 'category' as const, presence: 'both' as const },
        shift: 0.041,
        before: { type: 'shares', values: [{ label: 'Oslo', share: 0.25 }] },
        after: { type: 'shares', values: [{ label: 'Oslo', share: 0.29 }] },
      },
    ],
  },
})

test('the dialog says what is promised, what is not automatic and what it costs the rows, and leads to the first payment', async () => {
  const api = await renderPage('/catalog/LST-401', {
    viewer: client,
    answers: { ...listing, ...forecast() },
  })
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  for (const text of [
    /Nothing is charged without you/,
    /your money goes back with its fee/,
    /One revision more makes it ε 1\.74, all 3 of them ε 2\.3/,
    /2 revisions promised to others/,
    /at most if each is measured once.*submitted again is measured again/,
  ])
    await expect.element(dialog.getByText(text)).toBeVisible()
  api.answer({
    'subscriptions.start': {
      ...{ subscriptionId: 'SUB-301', dprId: 'DPR-7', offerId: 'OFF-7', contractId: 'CTR-7' },
    },
    'payments.checkout': {},
    'stripe.standing': { provider: 'built_in' },
  })
  await subscribe.click()
  await expectAddress('/payment/OFF-7')
  const sent: InputOf<'subscriptions.start'>[] = api.calls('subscriptions.start')
  expect(sent).toEqual([{ listingId: 'LST-401', revision: 3, optionId: 'm', priceCents: 95_000n }])
})

test('more revisions than the limit leaves room for are not promised', async () => {
  await renderPage('/catalog/LST-401', {
    viewer: client,
    answers: { ...listing, ...forecast({ fitting: 2 }) },
  })
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await expect.element(dialog.getByText(/they cannot be promised/)).toBeVisible()
  await expect.element(subscribe).toBeDisabled()
})

test('a refused start says why, and keeps the page', { tags: 'long' }, async () => {
  const api = await renderPage('/catalog/LST-401', {
    viewer: client,
    answers: { ...listing, ...forecast() },
  })
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  api.answer({ 'subscriptions.start': refuse('subscription_exists') })
  await subscribe.click()
  await expectProblem('Not subscribed', errors.subscription_exists.message)
  await expectAddress('/catalog/LST-401')
})

test('nothing is ordered or paid while the vendor may not sell', async () => {
  await renderPage('/subscriptions/SUB-301', {
    viewer: client,
    answers: subscription({ isVendorSelling: false }),
  })
  await expect.element(page.getByText('Revision 2 waits')).toBeVisible()
  await expect.element(page.getByText(/may not sell at present/)).toBeVisible()
  expect(page.getByRole('button', { name: /^Order/ }).elements()).toEqual([])
})

test('the client orders the revision that is open from the top of the page, and sees what changed before', async () => {
  const api = await renderPage('/subscriptions/SUB-301', {
    viewer: client,
    answers: subscription(),
  })
  await expect.element(page.getByRole('heading', { name: 'Order revision 2' })).toBeVisible()
  const changes = page.getByRole('group', { name: 'Changes of columns' })
  await expect.element(changes.getByText('4.1%')).toBeVisible()
  await expect.element(changes.getByText('Oslo 29%')).toBeVisible()
  api.answer({
    'subscriptions.order': {
      ...{ subscriptionId: 'SUB-301', dprId: 'DPR-8', offerId: 'OFF-8', contractId: 'CTR-8' },
    },
    'payments.checkout': {},
    'stripe.standing': { provider: 'built_in' },
  })
  await page.getByRole('button', { name: 'Order revision 2 and pay' }).click()
  await expectAddress('/payment/OFF-8')
  expect(api.calls('subscriptions.order')).toEqual([{ subscriptionId: 'SUB-301', number: 2 }])
})

test('the client pauses and resumes after a word on what stays', async () => {
  const api = await renderPage('/subscriptions/SUB-301', {
    viewer: client,
    answers: subscription(),
  })
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect.element(dialog.getByText(/is still delivered or refunded/)).toBeVisible()
  api.answer({
    'subscriptions.pause': { terms },
    ...subscription({
      status: 'paused',
      pausedAs: 'client',
      current: revision({ phase: 'cancelled' }),
    }),
  })
  await dialog.getByRole('button', { name: 'Pause' }).click()
  await expectToast('Paused')
  await expect.element(page.getByRole('button', { name: 'Resume' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Pause' })).not.toBeInTheDocument()
})

test('the client can resume while a revision is still under way', { tags: 'long' }, async () => {
  const api = await renderPage('/subscriptions/SUB-301', {
    viewer: client,
    answers: subscription({
      ...{ status: 'paused', pausedAs: 'client' },
      current: revision({ phase: 'in_delivery', contractId: 'CTR-9' }),
    }),
  })
  api.answer({ 'subscriptions.resume': { terms }, ...subscription() })
  await page.getByRole('button', { name: 'Resume' }).click()
  await expectToast('Resumed')
})

type Happening = {
  happens: string
  topic: 'contract.changed' | 'offer.changed'
  phase: 'delivered' | 'cancelled'
}
test.each(
  casesOf<Happening>(
    [{ happens: 'accepted', topic: 'contract.changed', phase: 'delivered' }],
    [{ happens: 'declined', topic: 'offer.changed', phase: 'cancelled' }],
  ),
)(
  'a revision that is $happens elsewhere, or by the clock, is shown so at once',
  {
    tags: 'scaled',
  },
  async (one) => {
    const answers = (phase: 'in_review' | typeof one.phase): Answers => ({
      ...subscription({ current: revision({ phase }) }),
      'subscriptions.revisions': { items: [revision({ phase })], nextCursor: null },
    })
    const api = await renderPage('/subscriptions/SUB-301', {
      viewer: client,
      answers: answers('in_review'),
    })
    const rows = page.getByRole('table', { name: 'Revisions' })
    await expect.element(rows.getByText(revisionPhaseLabels.in_review)).toBeVisible()
    await settled()
    api.answer(answers(one.phase))
    await api.emit({ topic: one.topic, id: 'X-9' })
    await expect.element(rows.getByText(revisionPhaseLabels[one.phase])).toBeVisible()
  },
)

test('the vendor is told that the limit has no room for the revision that it opens', {
  tags: 'long',
}, async () => {
  const api = await renderPage('/subscriptions/SUB-301', {
    viewer: vendor,
    answers: subscription({
      ...{ side: 'vendor', counterpart: 'Halden Retail Group', pace: 'vendor' },
      current: revision({ phase: 'delivered' }),
    }),
  })
  const ended = { status: 'ended', endedAs: 'limit' } as const
  api.answer({ 'subscriptions.open': { terms, ...ended }, ...subscription(ended) })
  await page.getByRole('button', { name: 'Open revision 3' }).click()
  await expectToast('The subscription has ended')
})

test('the vendor reads what it has to deliver by when, and cannot pause', async () => {
  await renderPage('/subscriptions/SUB-301', {
    viewer: vendor,
    answers: subscription({
      ...{ side: 'vendor', counterpart: 'Halden Retail Group' },
      current: revision({
        phase: 'in_delivery',
        contractId: 'CTR-9',
        dueAt: new Date('2026-12-12T10:00:00Z'),
      }),
    }),
  })
  await expect.element(page.getByRole('heading', { name: 'Deliver revision 2' })).toBeVisible()
  await expect.element(page.getByText(/Submit it by Dec 12, 2026/)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Upload data' }))
    .toHaveAttribute('href', '/data-upload/CTR-9')
  expect(page.getByRole('button', { name: 'Pause' }).elements()).toEqual([])
  await expect.element(page.getByRole('button', { name: 'End subscription' })).toBeVisible()
})

test.each([
  { side: 'client' as const, role: 'requester' as const, offered: true },
  { side: 'vendor' as const, role: 'requester' as const, offered: false },
  { side: 'client' as const, role: 'seller' as const, offered: false },
  { side: 'vendor' as const, role: 'seller' as const, offered: true },
])(
  'a $role of a company that buys and sells is offered the end of a subscription on the side of the $side: $offered',
  async ({ side, role, offered }) => {
    await renderPage('/subscriptions/SUB-301', {
      viewer: { ...trader, roles: ['client', 'vendor'], memberRoles: [role] },
      answers: subscription({ side }),
    })
    const end = page.getByRole('button', { name: /^(Cancel|End) subscription$/ })
    const refusal = page.getByText(/Your role .* does not let you change the subscription/)
    await expect.element(offered ? end : refusal).toBeVisible()
    await expect.element(offered ? refusal : end).not.toBeInTheDocument()
  },
)
