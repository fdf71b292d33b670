/** A signed-out visitor reads the sample and follows it; what is to be changed waits for a sign-in. */
import { uuid } from '@testing/example.ts'
import type { Answers } from '@testing/fake-api.ts'
import { expectAddress, expectHeading } from '@testing/interactions.ts'
import {
  contractPage,
  dprList,
  dprPage,
  inDays,
  marketPage,
  quietDashboards,
  receivedOffers,
  sentOfferPage,
  supportPage,
} from '@testing/page-answers.ts'
import { acceptSignIn, renderPage } from '@testing/render.tsx'
import { fillRequest, openSection } from '@testing/request-form.ts'
import { casesOf } from '@testing/test-length.ts'
import { client, type Viewer, vendor } from '@testing/viewers.ts'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'

const title = 'Card transactions'
const request = { id: 'DPR-1001', dprId: 'DPR-1001', title, closesAt: inDays(20) }
const requests = {
  ...dprPage(),
  'dprs.drafts': { items: [] },
  'dprs.list': { items: [request] },
}
const offers: Answers = {
  ...receivedOffers({ id: 'OFF-3001' }),
  'offers.listRequests': ({ closed }) =>
    closed ? {} : { items: [{ dprId: 'DPR-1001', title, liveCount: 1 }] },
}
const contracts: Answers = {
  ...contractPage(),
  'contracts.list': { items: [{ id: 'CTR-2001', dprId: 'DPR-1001', title }] },
  'timelines.get': { contractId: 'CTR-2001', title },
}
const market: Answers = {
  ...marketPage,
  ...dprPage({ isOwn: false }),
  'market.browse': { items: [request] },
}
const sent: Answers = {
  ...sentOfferPage(),
  'offers.listSent': { items: [{ id: 'OFF-3001', dprId: 'DPR-1001', dprTitle: title }] },
}
const banner = () => page.getByText('No real money or personal data moves here.')

const sampled = casesOf<[path: string, link: string, leadsTo: RegExp, answers: Answers]>(
  [
    ['/manage-dprs', 'See Details', /^\/dpr-details\//, requests],
    ['/vendor-active-contracts', 'View Details', /^\/contract-details\//, contracts],
  ],
  [
    ['/marketplace', 'Submit Offer', /^\/submit-offer\//, market],
    ['/manage-dprs?tab=fulfilled', 'See Details', /^\/dpr-details\//, requests],
    ['/vendor-offers', 'Compare offers', /^\/vendor-offers\/DPR/, offers],
    ['/active-contracts', 'View Details', /^\/contract-details\//, contracts],
    ['/vendor-my-offers', 'View Details', /^\/offer-details\//, sent],
    ['/vendor-my-offers?tab=pending', 'View Details', /^\/offer-details\//, sent],
    ['/vendor-active-contracts', 'Project Timeline', /^\/project-timeline\//, contracts],
  ],
)

test.each(sampled)(
  'a visitor reads the sample at %s and follows %s',
  { tags: 'scaled' },
  async (path, link, leadsTo, answers) => {
    await renderPage(path, { answers })
    await expect.element(banner()).toBeVisible()
    await page.getByRole('link', { name: link }).first().click()
    await expectAddress(leadsTo)
    await expectHeading(/^(?!.*was not found)/)
    await expect.element(page.getByText(title).first()).toBeVisible()
    await expect.element(banner()).toBeVisible()
  },
)

const none = { items: [] }
const company = { name: 'Nagare Data', slug: 'nagare-data', stars: [0, 0, 0, 0, 0] }
const ofPages: Answers = {
  ...dprList,
  ...supportPage,
  'companies.get': company,
  'companies.reviews': none,
  'earnings.summary': {},
  'earnings.statement': {},
  'earnings.list': none,
  'payouts.overview': {},
  'payouts.list': none,
  'payouts.listAttention': none,
  'organizations.get': {},
  'organizations.listMembers': none,
  'organizations.listRequests': none,
  'organizations.listInvitations': none,
  'billing.get': {},
  'billing.charges': none,
}

test.each(casesOf(['/create-dpr'], ['/company-profile/nagare-data', '/contact-support']))(
  'a visitor opens %s',
  { tags: 'scaled' },
  async (path) => {
    await renderPage(path, { answers: ofPages })
    await expectHeading(/./)
    await expectAddress(path)
  },
)

const owned = casesOf(
  ['/vendor-earnings'],
  ['/company-profile/nagare-data', '/organization-settings', '/billing-payments'],
)

test.each(owned)('a visitor reads whose data is on %s', { tags: 'scaled' }, async (path) => {
  await renderPage(path, { answers: ofPages })
  await expectHeading(/./)
  await expect.element(page.getByRole('complementary', { name: 'Sample data' })).toBeVisible()
})

test('a visitor reads how many notifications are unread, and signs in to change them', async () => {
  const items = ['offer', 'payment'].map((title) => ({ title }))
  const api = await renderPage('/manage-dprs', {
    answers: { ...requests, 'notifications.list': { items, unreadCount: 2 } },
  })
  await page.getByRole('button', { name: 'Notifications, 2 unread' }).click()
  await expect.element(page.getByText('2 unread').first()).toBeVisible()
  await page.getByRole('button', { name: 'Mark all read' }).click()
  await expectAddress(/^\/auth\?next=/)
  expect(api.calls('notifications.markAllRead')).toEqual([])
})

async function signInAs(viewer: Viewer, path: string): Promise<void> {
  await expectAddress(`/auth?next=${encodeURIComponent(path)}`)
  acceptSignIn(viewer)
  await page.getByLabelText('E-mail').fill(viewer.email)
  await page.getByLabelText('Password', { exact: true }).fill('semblance')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expectAddress(path)
}

describe('what was typed before a sign-in is found again', () => {
  test('a request, which is then posted', async () => {
    const api = await renderPage('/create-dpr', {
      answers: { ...quietDashboards, ...dprList, 'dprs.saveDraft': { id: uuid(42) } },
    })
    const specification = page.getByRole('textbox', { name: 'Specification 1' })
    await fillRequest({
      'Data type': 'Typed outside',
      Category: 'Finance',
      Description: 'One row per person.',
      'Use case': 'To be kept',
      'Budget from': '15,000',
      'Budget to': '25,000',
      'Timeline in days': '14',
      'Delivery format': 'CSV',
      'Compliance requirements': 'GDPR',
      Contacts: client.email,
      'No minimum accuracy': 'yes',
      'Specification 1': 'One row per day',
    })
    await page.getByRole('button', { name: 'Post DPR' }).click()
    await signInAs(client, '/create-dpr')
    expect(api.calls('dprs.create')).toEqual([])
    await expect.element(page.getByLabelText('Data type')).toHaveValue('Typed outside')
    await expect.element(page.getByLabelText('Use case')).toHaveValue('To be kept')
    await openSection('Advanced')
    await expect.element(specification).toHaveValue('One row per day')
    const posted = { ...request, title: 'Typed outside' }
    api.answer({ 'dprs.create': posted, 'dprs.list': { items: [posted] } })
    await page.getByRole('button', { name: 'Post DPR' }).click()
    await expectAddress('/manage-dprs?tab=pending')
    await expect.element(page.getByText('Typed outside').first()).toBeVisible()
  })

  test('a question', { tags: 'long' }, async () => {
    const api = await renderPage('/submit-offer/DPR-1001', {
      answers: { ...quietDashboards, ...market },
    })
    const question = page.getByLabelText('Your question')
    await question.fill('Is it weekly?')
    await page.getByRole('button', { name: 'Ask Question' }).click()
    await signInAs(vendor, '/submit-offer/DPR-1001')
    await expect.element(question).toHaveValue('Is it weekly?')
    expect(api.calls('dprs.ask')).toEqual([])
  })

  test('an edited offer', { tags: 'long' }, async () => {
    const api = await renderPage('/offer-details/OFF-3001', {
      answers: { ...quietDashboards, ...sent },
    })
    await page.getByRole('link', { name: 'Edit Offer' }).click()
    await expectAddress('/edit-offer/OFF-3001')
    const price = page.getByLabelText(/^Price/)
    await price.fill('19,999')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await signInAs(vendor, '/edit-offer/OFF-3001')
    await expect.element(price).toHaveValue('19,999')
    expect(api.calls('offers.edit')).toEqual([])
  })
})

const press = (name: string) => () => page.getByRole('button', { name }).first().click()

async function cancelFirst(): Promise<void> {
  await page
    .getByRole('button', { name: /^More for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Cancel request' }).click()
}

const barred = casesOf<
  [what: string, path: string, viewer: Viewer, answers: Answers, act: () => Promise<void>]
>(
  [
    ['cancels a request', '/manage-dprs?tab=pending', client, requests, cancelFirst],
    ['accepts an offer', '/vendor-offers', client, offers, press('Accept Offer')],
  ],
  [
    ['proposes changes', '/vendor-offers', client, offers, press('Propose Changes')],
    [
      'saves a search',
      '/marketplace?search=a&category=finance',
      vendor,
      market,
      press('Save search'),
    ],
    ['withdraws an offer', '/offer-details/OFF-3001', vendor, sent, press('Withdraw Offer')],
  ],
)

test.each(barred)(
  'a visitor %s only after signing in, and is led back',
  { tags: 'scaled' },
  async (_, path, viewer, answers, act) => {
    await renderPage(path, { answers: { ...quietDashboards, ...answers } })
    await act()
    await signInAs(viewer, path)
    await expectHeading(/./)
  },
)

test('a visitor of the listings asks for no subscribers, which only a vendor has', async () => {
  const api = await renderPage('/vendor-listings', {
    answers: {
      'listings.listOwn': { items: [] },
      'listings.listable': { items: [] },
      'twins.list': { items: [] },
      'listings.purchases': { items: [] },
    },
  })
  await expectHeading('Listings')
  await expect.element(page.getByRole('heading', { name: 'Your listings' })).toBeVisible()
  expect(api.calls('subscriptions.list')).toEqual([])
})
