/** Lists the pages that bench/web.ts opens for each account, and its interactions on some of them. */
import type { BrowserContext, Page } from 'playwright-core'
import type { routes } from '../apps/web/src/routes.ts'

/** A route's path, with a record of `links` in place of its parameter. */
type Address<Path = (typeof routes)[number]['path']> =
  | (Path extends `${infer List}/:${string}` ? `${List}/:${string}` : Path)
  | '/no-such-page'
  | '/developers?tab=reference'

const pagesOfAccounts = [
  '/register-business',
  '/business-under-review',
  '/application-question',
  '/auth',
  '/sign-up',
  '/organization-signup',
  '/forgot-password',
  '/unauthorized',
  '/legal',
  '/measured',
  '/transparency',
  '/verify',
  '/developers?tab=reference',
  '/no-such-page',
] as const

const pagesOfSettings = [
  '/user-settings',
  '/organization-settings',
  '/notification-settings',
  '/privacy-security',
  '/billing-payments',
  '/contact-support',
  '/company-profile',
  '/developers',
  '/approvals',
  '/organization-audit-log',
] as const

const pagesOfClients = [
  '/create-dpr',
  '/manage-dprs',
  '/dpr-details/:dpr',
  '/vendor-offers',
  '/vendor-offers/:dpr',
  '/active-contracts',
  '/contract-details/:contract',
  '/download/:delivered',
  '/offer-preview/:received',
  '/contract-dispute/:contract',
  '/client-insights',
  '/catalog',
  '/catalog/:listing',
  '/subscriptions',
] as const

const pagesOfVendors = [
  '/marketplace',
  '/marketplace/:asked',
  '/submit-offer/:asked',
  '/vendor-my-offers',
  '/offer-details/:offer',
  '/edit-offer/:offer',
  '/offer-preview/:offer',
  '/vendor-active-contracts',
  '/project-timeline/:work',
  '/payment-details/:work',
  '/data-upload/:work',
  '/vendor-earnings',
  '/bank-tax-info',
  '/sources',
  '/vendor-listings',
  '/vendor-insights',
] as const

export const whoSees = {
  visitor: ['/', ...pagesOfAccounts, ...pagesOfClients, ...pagesOfVendors, '/contact-support'],
  client: ['/', '/dashboard-selection', '/client-dashboard', ...pagesOfClients, ...pagesOfSettings],
  vendor: ['/vendor-dashboard', ...pagesOfVendors, ...pagesOfSettings],
  staff: [
    '/admin',
    '/admin/applications',
    '/admin/organizations',
    '/admin/users',
    '/admin/search',
    '/admin/disputes',
    '/admin/disputes/:dispute',
    '/admin/ledger',
    '/admin/tax-forms',
    '/admin/support',
    '/admin/jobs',
    '/admin/mail',
    '/admin/audit-log',
  ],
} as const satisfies Record<string, readonly Address[]>

export type Who = keyof typeof whoSees

/** Maps each kind of record to the list page that links its first record, and to the prefix of the link. */
const links: Record<string, readonly [list: string, prefix: string]> = {
  dpr: ['/manage-dprs', '/dpr-details/'],
  contract: ['/active-contracts', '/contract-details/'],
  delivered: ['/manage-dprs?tab=fulfilled', '/download/'],
  offer: ['/vendor-my-offers', '/offer-details/'],
  work: ['/vendor-active-contracts', '/project-timeline/'],
  asked: ['/marketplace', '/marketplace/'],
  received: ['/vendor-offers', '/offer-preview/'],
  listing: ['/catalog', '/catalog/'],
  dispute: ['/admin/disputes', '/admin/disputes/'],
}

/** Returns the last part of each link; kinds of records that the user does not have are missing. */
export async function findRecords(
  open: () => Promise<BrowserContext>,
): Promise<Record<string, string>> {
  const context = await open()
  const page = await context.newPage()
  const records: Record<string, string> = {}
  for (const [record, [list, prefix]] of Object.entries(links)) {
    await page.goto(list)
    const link = page.locator(`main a[href^="${prefix}"]`).first()
    const href = await link.getAttribute('href', { timeout: 3000 }).catch(() => null)
    if (href) records[record] = href.slice(prefix.length)
  }
  await context.close()
  return records
}

type Interaction = {
  name: string
  path: string
  /** Set if its controls are absent under 768 px. */
  isWide?: true
  prepare?: (page: Page) => Promise<unknown>
  act: (page: Page) => Promise<unknown>
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click()
const openTab = (name: RegExp) => (page: Page) => page.getByRole('tab', { name }).click()
const type = (page: Page) => page.getByRole('searchbox').first().pressSequentially('health data')

export const interactions: Record<Who, readonly Interaction[]> = {
  visitor: [
    {
      name: 'moves the divider',
      path: '/',
      act: async (page) => {
        await page.getByRole('slider').focus()
        for (let step = 0; step < 10; step++) await page.keyboard.press('ArrowRight')
      },
    },
    { name: 'types into search', path: '/marketplace', act: type },
    { name: 'switches to sign-up', path: '/auth', act: openTab(/Sign Up/) },
  ],
  client: [
    { name: 'opens the settings menu', path: '/client-dashboard', act: press(/^Settings/) },
    { name: 'opens the notifications', path: '/client-dashboard', act: press(/^Notifications/) },
    { name: 'opens messages', path: '/client-dashboard', act: press(/^Messages/) },
    { name: 'switches a tab', path: '/manage-dprs', act: openTab(/Fulfilled/) },
    {
      name: 'sorts a table',
      path: '/organization-settings',
      isWide: true,
      act: (page) => page.locator('thead button').first().click(),
    },
  ],
  vendor: [
    { name: 'types into search', path: '/marketplace', act: type },
    { name: 'switches a tab', path: '/vendor-my-offers', act: openTab(/Pending/) },
    { name: 'opens messages', path: '/vendor-dashboard', act: press(/^(Messages|Open Chat)/) },
  ],
  staff: [
    { name: 'switches a tab', path: '/admin/applications', act: openTab(/Approved/) },
    {
      name: 'steps to the next application',
      path: '/admin/applications',
      act: (page) => page.keyboard.press('j'),
    },
  ],
}
