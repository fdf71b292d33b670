/** axe on every screen of the story, light and dark, and no screen wider than a phone. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { type Person, pictureOnFailure, usePeople } from './browser.ts'
import { signIn, staff } from './steps.ts'
import { agree, type Deal, deliver, fund, newMember, postDpr, sendOffer } from './trade.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const people = usePeople()
const url = inject('url')

/** Screens by who opens them; `:dpr` and the like are filled from the trade below. */
const screens = {
  visitor: [
    '/',
    '/register-business',
    '/business-under-review',
    '/auth',
    '/auth?tab=sign-up',
    '/forgot-password',
    '/reset-password',
    '/sign-up',
    '/organization-signup',
    '/unauthorized',
    '/no-such-page',
    '/create-dpr',
    '/marketplace',
    '/contact-support',
    '/bank-tax-info',
  ],
  client: [
    '/dashboard-selection',
    '/client-dashboard',
    '/create-dpr',
    '/create-dpr?draft=:draft',
    '/create-dpr?from=:offeredDpr',
    '/manage-dprs',
    '/manage-dprs?tab=pending',
    '/manage-dprs?tab=drafts',
    '/manage-dprs?tab=active&search=nothing+of+the+kind',
    '/dpr-details/:offeredDpr',
    '/dpr-details/DPR-0',
    '/vendor-offers',
    '/vendor-offers/:offeredDpr',
    '/vendor-offers/:offeredDpr?view=compare',
    '/vendor-offers/:openDpr',
    '/payment/:unpaidOffer',
    '/active-contracts',
    '/contract-details/:contract',
    '/contract-details/:deliveredContract',
    '/contract-details/:completedContract',
    '/contract-details/:disputedContract',
    '/download/:deliveredDpr',
    '/company-profile',
    '/company-profile/nobody-of-that-name',
    '/company-profile/nagare-data',
    '/contact-support',
    '/contact-support?contract=:contract',
    '/contact-support?ticket=:ticket',
    '/organization-settings',
    '/user-settings',
    '/notification-settings',
    '/privacy-security',
  ],
  vendor: [
    '/vendor-dashboard',
    '/vendor-dashboard?search=nothing+of+the+kind',
    '/marketplace',
    '/marketplace?search=nothing+of+the+kind',
    '/submit-offer/:openDpr',
    '/submit-offer/:offeredDpr',
    '/vendor-my-offers',
    '/vendor-my-offers?tab=rejected',
    '/offer-details/:pendingOffer',
    '/offer-details/:unpaidOffer',
    '/offer-details/OFF-0',
    '/edit-offer/:pendingOffer',
    '/edit-offer/:unpaidOffer',
    '/vendor-active-contracts',
    '/contract-details/:contract',
    '/project-timeline/:contract',
    '/payment-details/:contract',
    '/payment-details/CTR-0',
    '/company-profile',
    '/data-upload/:contract',
    '/data-upload/:deliveredContract',
    '/vendor-earnings',
    '/bank-tax-info',
  ],
  staff: [
    '/admin/applications',
    '/admin/organizations',
    '/admin/users',
    '/admin/support',
    '/admin/ledger',
    '/admin/ledger?tab=entries',
    '/admin/ledger?tab=adjustments',
    '/admin/disputes?tab=open',
    '/admin/disputes/:dispute',
  ],
} as const
type Side = keyof typeof screens

const press = (name: string) => async (page: Page) =>
  await page.getByRole('button', { name, exact: true }).first().click()

/** What opens above a screen, by who opens it, where and how. */
const dialogs: { name: string; side: Side; path: string; open?: (page: Page) => Promise<void> }[] =
  [
    { name: 'Preview', side: 'client', path: '/create-dpr?draft=:draft', open: press('Preview') },
    {
      name: 'Contact vendors',
      side: 'client',
      path: '/dpr-details/:offeredDpr',
      open: press('Contact Vendors'),
    },
    {
      name: 'Accept Offer',
      side: 'client',
      path: '/vendor-offers/:offeredDpr',
      open: press('Accept Offer'),
    },
    {
      name: 'Reject Offer',
      side: 'client',
      path: '/vendor-offers/:offeredDpr',
      open: press('Reject Offer'),
    },
    {
      name: 'Propose Contract Changes',
      side: 'client',
      path: '/vendor-offers/:offeredDpr',
      open: press('Propose Changes'),
    },
    {
      name: 'Add a milestone',
      side: 'client',
      path: '/contract-details/:contract',
      open: press('Add Milestone'),
    },
    {
      name: 'Request Changes',
      side: 'client',
      path: '/contract-details/:deliveredContract',
      open: press('Request Changes'),
    },
    {
      name: 'Open a Dispute',
      side: 'client',
      path: '/contract-details/:contract',
      open: press('Open a Dispute'),
    },
    {
      name: 'Propose Settlement',
      side: 'client',
      path: '/contract-details/:disputedContract',
      open: press('Propose Settlement'),
    },
    {
      name: 'Write a review',
      side: 'client',
      path: '/company-profile/:vendor?review=:completedContract',
    },
    { name: 'Messages', side: 'client', path: '/client-dashboard?messages=:conversation' },
    { name: 'Messages, the list', side: 'vendor', path: '/vendor-dashboard?messages=all' },
    { name: 'Save search', side: 'vendor', path: '/marketplace', open: press('Save search') },
    { name: 'Saved searches', side: 'vendor', path: '/marketplace', open: press('Saved searches') },
    {
      name: 'Details of a request',
      side: 'vendor',
      path: '/marketplace?search=Offered+on',
      open: async (page) =>
        await page
          .getByRole('button', { name: /^View Details/ })
          .first()
          .click(),
    },
    {
      name: 'Withdraw Offer',
      side: 'vendor',
      path: '/offer-details/:pendingOffer',
      open: press('Withdraw Offer'),
    },
  ]

const records: Record<string, string> = {}
const at = {} as Record<Side, Person>

beforeAll(async () => {
  const [buyer, supplier] = [await newMember(url, 'client'), await newMember(url, 'vendor')]
  const unpaid = await agree(buyer, supplier, 'Awaiting payment')
  const funded = await agree(buyer, supplier, 'Under way')
  const delivered: Deal = await agree(buyer, supplier, 'Delivered')
  const completed: Deal = await agree(buyer, supplier, 'Completed')
  await fund(buyer, funded.offerId)
  await fund(buyer, delivered.offerId)
  await fund(buyer, completed.offerId)
  const disputed: Deal = await agree(buyer, supplier, 'In dispute')
  await fund(buyer, disputed.offerId)
  const dispute = await buyer.api.disputes.open({
    contractId: disputed.contractId,
    reason: 'late',
    statement: 'Nothing has come.',
    asks: 'full_refund',
  })
  await supplier.api.disputes.propose({ disputeId: dispute.id, toVendorCents: 9_000_00n })
  const [openDpr, offeredDpr] = [await postDpr(buyer, 'Open'), await postDpr(buyer, 'Offered on')]
  const pendingOffer = await sendOffer(supplier, offeredDpr)
  await sendOffer(await newMember(url, 'vendor'), offeredDpr, { priceCents: 30_000_00n })
  await supplier.api.dprs.ask({ dprId: offeredDpr, question: 'By month?' })
  const { id: draft } = await buyer.api.dprs.saveDraft({ content: { title: 'A draft' } })
  const { id: conversation } = await buyer.api.negotiation.open({ offerId: pendingOffer })
  await buyer.api.negotiation.send({ conversationId: conversation, body: 'Is a sample possible?' })
  const { id: ticket } = await buyer.api.support.open({
    name: 'Robin Example',
    email: buyer.email,
    subject: 'A question',
    priority: 'low',
    message: 'Where is my invoice?',
    contractId: '',
  })
  await supplier.api.market.saveSearch({ ...anySearch, name: 'Finance', alerts: true })
  for (const { contractId } of [delivered, completed]) await deliver(supplier, contractId)
  await buyer.api.deliveries.release(completed)
  const { slug: vendor } = await supplier.api.companies.get({})
  Object.assign(records, {
    openDpr,
    offeredDpr,
    pendingOffer,
    unpaidOffer: unpaid.offerId,
    contract: funded.contractId,
    deliveredDpr: delivered.dprId,
    deliveredContract: delivered.contractId,
    completedContract: completed.contractId,
    disputedContract: disputed.contractId,
    dispute: dispute.id,
    draft,
    conversation,
    ticket,
    vendor,
  })
  for (const side of Object.keys(screens) as Side[]) at[side] = await people.newPerson()
  at.visitor.mayComplain(/no-such-page/)
  for (const { mayComplain } of [at.client, at.vendor]) mayComplain(/status of 404/)
  await signIn(at.client, buyer)
  await signIn(at.vendor, supplier)
  await signIn(at.staff, staff)
})

describe.each([
  { look: 'light', width: 1440 },
  { look: 'dark', width: 390 },
] as const)('in $look at $width px', ({ look, width }) => {
  beforeAll(async () => {
    for (const { page } of Object.values(at)) {
      await page.emulateMedia({ colorScheme: look, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
    }
  })

  const opened = Object.entries(screens).flatMap(([side, paths]) =>
    paths.map((path) => ({ side: side as Side, path })),
  )
  test.each(opened)('$path, opened by the $side, is clean', async ({ side, path }) => {
    const { page } = at[side]
    pictureOnFailure(at[side])
    await page.goto(fillIn(path))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectClean(at[side], width)
  })

  test.each(dialogs)('$name, opened by the $side, is clean', async ({ side, path, open }) => {
    const { page } = at[side]
    pictureOnFailure(at[side])
    await page.goto(fillIn(path))
    await open?.(page)
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor()
    await expectClean(at[side], width)
  })

  test('the company profile being edited is clean', async () => {
    const { page } = at.vendor
    pictureOnFailure(at.vendor)
    await page.goto('/company-profile')
    await press('Edit Profile')(page)
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
    await expectClean(at.vendor, width)
  })
})

const anySearch = { search: '', category: 'finance', sort: 'newest' } as const

const fillIn = (path: string) => path.replace(/:(\w+)/g, (_, name: string) => records[name]!)

async function expectClean({ page, settled }: Person, width: number) {
  await settled()
  // Legacy mode leaves out the second page that reports across frames; there are none.
  const axe = new AxeBuilder({ page }).withTags(rules).setLegacyMode(true)
  const { violations } = await axe.analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' ')}`)).toEqual(
    [],
  )
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  people.expectNoComplaints()
}
