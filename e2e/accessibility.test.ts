/** axe on every screen of the story, light and dark, and no screen wider than a phone. */
import { AxeBuilder } from '@axe-core/playwright'
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
  ],
  client: [
    '/dashboard-selection',
    '/client-dashboard',
    '/create-dpr',
    '/manage-dprs',
    '/dpr-details/:offeredDpr',
    '/vendor-offers',
    '/vendor-offers/:offeredDpr',
    '/payment/:unpaidOffer',
    '/active-contracts',
    '/contract-details/:contract',
    '/download/:deliveredDpr',
    '/company-profile',
    '/company-profile/nagare-data',
    '/contact-support',
    '/organization-settings',
    '/user-settings',
    '/notification-settings',
    '/privacy-security',
  ],
  vendor: [
    '/vendor-dashboard',
    '/marketplace',
    '/submit-offer/:openDpr',
    '/vendor-my-offers',
    '/offer-details/:pendingOffer',
    '/edit-offer/:pendingOffer',
    '/vendor-active-contracts',
    '/data-upload/:contract',
    '/data-upload/:deliveredContract',
    '/vendor-earnings',
  ],
  staff: ['/admin/applications', '/admin/organizations', '/admin/users', '/admin/support'],
} as const
type Side = keyof typeof screens

const records: Record<string, string> = {}
const at = {} as Record<Side, Person>

beforeAll(async () => {
  const [buyer, supplier] = [await newMember(url, 'client'), await newMember(url, 'vendor')]
  const unpaid = await agree(buyer, supplier, 'Awaiting payment')
  const funded = await agree(buyer, supplier, 'Under way')
  const delivered: Deal = await agree(buyer, supplier, 'Delivered')
  await fund(buyer, funded.offerId)
  await fund(buyer, delivered.offerId)
  const [openDpr, offeredDpr] = [await postDpr(buyer, 'Open'), await postDpr(buyer, 'Offered on')]
  const pendingOffer = await sendOffer(supplier, offeredDpr)
  await deliver(supplier, delivered.contractId)
  Object.assign(records, {
    openDpr,
    offeredDpr,
    pendingOffer,
    unpaidOffer: unpaid.offerId,
    contract: funded.contractId,
    deliveredDpr: delivered.dprId,
    deliveredContract: delivered.contractId,
  })
  for (const side of Object.keys(screens) as Side[]) at[side] = await people.newPerson()
  at.visitor.mayComplain(/no-such-page/)
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
    await page.goto(path.replace(/:(\w+)/g, (_, name: string) => records[name]!))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await at[side].settled()
    // Legacy mode leaves out the second page that reports across frames; there are none.
    const axe = new AxeBuilder({ page }).withTags(rules).setLegacyMode(true)
    const { violations } = await axe.analyze()
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' ')}`),
    ).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    )
    people.expectNoComplaints()
  })
})
