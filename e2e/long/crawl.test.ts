/** Opens every address as each kind of user, or as three that see what all see between them, and follows the links found there; fails on dead ends. */
import type { MemberRole } from '@semblance/contract'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { routes as pageRoutes } from '../../apps/web/src/routes.ts'
import { type Person, usePeople } from '../support/browser.ts'
import {
  type CrawlUsers,
  newColleague,
  newCrawlUsers,
  trade,
  type WalkRecords,
} from '../support/crawl-fixtures.ts'
import { dialogs, states } from '../support/crawl-states.ts'
import { newMember } from '../support/deal-fixtures.ts'
import { defaultViewport, inspect, lastingFaults } from '../support/inspect.ts'
import { newSignedIn } from '../support/sessions.ts'
import { isLong } from '../support/test-length.ts'

const people = usePeople()
const url = inject('url')

const routes = pageRoutes.map(({ path }) => path)
const kinds = ['visitor', 'client', 'vendor', 'administrator', 'newcomer', 'staff'] as const
type Kind = keyof CrawlUsers
const nowhere = '/no-such-page'
const leaveLimitMs = 3000

/** The records that are opened where an address names one, and who finds them there. */
const records: Record<string, { record: keyof WalkRecords; by: readonly Kind[] }> = {
  '/dpr-details/:dprId': { record: 'offeredDpr', by: ['client', 'administrator'] },
  '/vendor-offers/:dprId': { record: 'offeredDpr', by: ['client', 'administrator'] },
  '/payment/:offerId': { record: 'unpaidOffer', by: ['client', 'administrator'] },
  '/download/:dprId': { record: 'deliveredDpr', by: ['client', 'administrator'] },
  '/certificates/:id': {
    record: 'certificate',
    by: ['visitor', 'client', 'vendor', 'administrator', 'newcomer', 'staff'],
  },
  '/certificates/:id/dossier': { record: 'certificate', by: ['client', 'administrator'] },
  '/licenses/:id': { record: 'license', by: kinds },
  '/legal/:document': { record: 'legal', by: kinds },
  '/legal/:document/:version': { record: 'legalVersion', by: kinds },
  '/contract-details/:contractId': {
    record: 'contract',
    by: ['client', 'vendor', 'administrator'],
  },
  '/contract-dispute/:contractId': { record: 'contract', by: ['client'] },
  '/project-timeline/:contractId': { record: 'contract', by: ['vendor'] },
  '/payment-details/:contractId': { record: 'contract', by: ['vendor'] },
  '/data-upload/:contractId': { record: 'contract', by: ['vendor'] },
  '/marketplace/:dprId': { record: 'openDpr', by: ['client', 'vendor', 'administrator'] },
  '/catalog/:listingId': {
    record: 'listing',
    by: ['client', 'vendor', 'administrator', 'newcomer', 'staff'],
  },
  '/subscriptions/:subscriptionId': { record: 'subscription', by: ['client', 'vendor'] },
  '/vendor-listings/measure/:twinId': { record: 'twin', by: ['vendor'] },
  '/vendor-listings/:listingId/edit': { record: 'listing', by: ['vendor'] },
  '/submit-offer/:dprId': { record: 'openDpr', by: ['vendor'] },
  '/offer-details/:offerId': { record: 'pendingOffer', by: ['vendor'] },
  '/edit-offer/:offerId': { record: 'pendingOffer', by: ['vendor'] },
  '/offer-preview/:offerId': { record: 'pendingOffer', by: ['client', 'vendor', 'administrator'] },
  '/company-profile/:company': {
    record: 'vendor',
    by: ['client', 'vendor', 'administrator', 'staff'],
  },
  '/admin/disputes/:disputeId': { record: 'dispute', by: ['staff'] },
}

type Member = { role: string; roles: MemberRole[]; of: 'administrator' | 'vendor' }
/** Members with one role each, and in whose organization; two of them walk unless the run is scaled. */
const everyMember: Member[] = [
  { role: 'viewer', roles: [], of: 'administrator' },
  { role: 'approver', roles: ['approver'], of: 'administrator' },
  { role: 'requester', roles: ['requester'], of: 'administrator' },
  { role: 'seller', roles: ['seller'], of: 'vendor' },
  { role: 'finance', roles: ['finance'], of: 'vendor' },
  { role: 'data engineer', roles: ['data_engineer'], of: 'vendor' },
]
const members = isLong ? everyMember : everyMember.slice(0, 2)

let at: CrawlUsers
let traded: WalkRecords
let withRole: Map<string, Person>

beforeAll(async () => {
  const [buyer, supplier] = [await newMember(url, 'client'), await newMember(url, 'vendor')]
  traded = await trade(buyer, supplier)
  at = await newCrawlUsers(people, { buyer, supplier })
  withRole = new Map()
  for (const { role, roles, of } of members) {
    const account = await newColleague({ administrator: buyer, vendor: supplier }[of], roles)
    withRole.set(role, await newSignedIn(people, account))
  }
  for (const { allowConsoleErrors: mayComplain } of [...Object.values(at), ...withRole.values()]) {
    mayComplain(/status of 40[34] .*\/api\//) // a record of another organization
    mayComplain(/404 .*no-such-page/)
  }
}, 900_000)

/** Users of the organizations that trade. */
const traders: readonly Kind[] = ['client', 'vendor', 'administrator']
const fixedAmounts =
  /^\/(auth|(reset|forgot)-password|[a-z-]*sign-?(up|in)|legal|subscription[a-z-]*|billing-payments)?(\/|$)/
/** Budgets of their requests, which are round. */
const roundAmounts = ['$0', '$15,000', '$25,000']

/** Between them they see what the others see; these alone walk unless the run is scaled. */
const followers: readonly Kind[] = ['visitor', 'administrator', 'staff']

test.concurrent.each(isLong ? kinds : followers)(
  'the %s finds every page sound and every link alive',
  async (kind) => expect(await walk(kind)).toEqual([]),
  1_800_000,
)

describe.each(Object.entries(states))('%s sees', (kind, paths) => {
  const person = () => at[kind as Kind]
  test.each(paths)('%s without a fault', async (path) => {
    await goTo(person(), fillIn(path))
    expect(await inspect(person(), defaultViewport)).toEqual([])
    people.expectNoConsoleErrors()
  })
})

test.each(dialogs)('$name, opened by the $by, is without a fault', async ({ by, path, open }) => {
  const { page } = at[by]
  await page.goto(fillIn(path))
  await open?.(page)
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor()
  expect(await inspect(at[by], defaultViewport)).toEqual([])
  people.expectNoConsoleErrors()
})

test('the company profile being edited is without a fault', async () => {
  const { page } = at.administrator
  await page.goto('/company-profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
  expect(await inspect(at.administrator)).toEqual([])
  people.expectNoConsoleErrors()
})

test('the rows of a preview, asked by SQL, are without a fault', async () => {
  const { page } = at.client
  await page.goto(fillIn('/offer-preview/:pendingOffer'))
  await page.getByRole('button', { name: 'Ask your own' }).click()
  await page.getByRole('tab', { name: 'SQL' }).click({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Run' }).click()
  await page.getByRole('table', { name: 'Result of the query' }).waitFor()
  expect(await inspect(at.client)).toEqual([])
  people.expectNoConsoleErrors()
})

test.concurrent.each(members)(
  'the $role finds every page whole, and none asks for what the role may not',
  async ({ role, of }) => {
    const person = withRole.get(role)
    if (!person) throw new Error('not signed in')
    const faults: string[] = []
    person.page.on('response', async (response) => {
      if (response.status() !== 403) return
      const answer = await response.text().catch(() => '')
      if (answer.includes('role_missing')) faults.push(`${response.url()}: refused`)
    })
    for (const route of routes.filter((each) => each !== '*')) {
      const opened = records[route]
      const address = opened ? fillRoute(route, traded[opened.record]) : route
      await goTo(person, address)
      const here = [...(await lastingFaults(person.page)), ...person.complaints.splice(0)]
      if (opened?.by.includes(of) && (await isNotFound(person.page))) here.push('not found')
      faults.push(...here.map((fault) => `${address}: ${fault}`))
    }
    expect(faults).toEqual([])
  },
  1_800_000,
)

/** Returns the faults of every route and, for followers, of the target of one visible link of each kind. */
async function walk(kind: Kind): Promise<string[]> {
  const person = at[kind]
  const faults: string[] = []
  const links = new Map<string, string>()
  const found = new Set<string>()
  const look = async (address: string, of: (person: Person) => Promise<string[]>) => {
    await goTo(person, address)
    const here = await of(person)
    if (traders.includes(kind)) here.push(...(await roundedAmounts(person.page)))
    for (const { key, href } of await linksOf(person.page, links)) links.set(key, href)
    faults.push(...[...here, ...person.complaints.splice(0)].map((fault) => `${address}: ${fault}`))
    return !(await isNotFound(person.page))
  }
  for (const route of routes) {
    const opened = records[route]
    const address =
      route === '*' ? nowhere : opened ? fillRoute(route, traded[opened.record]) : route
    const isFound = await look(address, inspect)
    if (isFound) found.add(route)
    else if (opened?.by.includes(kind)) faults.push(`${address}: not found`)
  }
  for (const [key, href] of links) {
    const route = routeOf(href)
    if (!route && !(await isServed(href))) faults.push(`${href}: leads nowhere`)
    else if (!route || !followers.includes(kind)) continue
    else if (!found.has(key) && !(await look(href, found.has(route) ? settle : inspect)))
      faults.push(`${href}: a link to what is not found`)
  }
  return faults
}

/**
 * Returns amounts of whole dollars: every sum of the traders' deals but budgets has odd cents. The accounts' pages
 * show a made-up deal, the terms and the plans a fixed price.
 */
async function roundedAmounts(page: Page): Promise<string[]> {
  if (fixedAmounts.test(new URL(page.url()).pathname)) return []
  // biome-ignore lint/performance/useDomNodeTextContent: neighboring amounts must stay apart
  const text = (await page.locator('body').innerText()).matchAll(/\$\d[\d,]*(?![\d,]*[.\dKM])/g)
  return [...text].flatMap(([amount]) =>
    roundAmounts.includes(amount) ? [] : `${amount} may be rounded`,
  )
}

/** Returns true for links to served texts instead of pages: a certificate, the published keys, a head of the log, a vocabulary. */
const isServed = async (href: string) =>
  /^\/(api|\.well-known|log|ns)\//.test(href) && (await fetch(new URL(href, url))).ok

async function settle({ settled }: Person) {
  await settled()
  return []
}

/**
 * Follows a link without reloading the application, once that is open; the landing page is a document of its
 * own. The visitor opens each address directly.
 */
async function goTo(person: Person, address: string): Promise<void> {
  const { page } = person
  const isOpen = !['about:blank', new URL('/', url).href].includes(page.url())
  if (person === at.visitor || !isOpen) await page.goto(address)
  else await page.evaluate(follow, { address, limitMs: leaveLimitMs })
  await person.settled()
}

/** The page before stays until the next one is loaded. What the query says is the page's own affair, and shows at once. */
async function follow({ address, limitMs }: { address: string; limitMs: number }) {
  const { pathname } = location
  const left = document.querySelector('h1')
  const title = left?.textContent
  const giveUpAt = Date.now() + limitMs
  history.pushState(null, '', address)
  dispatchEvent(new PopStateEvent('popstate'))
  if (location.pathname === pathname) return
  while (left?.isConnected && left.textContent === title && Date.now() < giveUpAt)
    await new Promise(requestAnimationFrame)
}

/** Returns the page's links to kinds of addresses not seen so far. */
async function linksOf(page: Page, known: Map<string, string>) {
  const hrefs = await page
    .locator('a[href^="/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
  return [...new Set(hrefs)]
    .map((href) => ({ key: kindOf(href), href }))
    .filter(({ key }) => !known.has(key))
}

/** Returns the route and the names of the query's parameters, without their values. */
function kindOf(href: string): string {
  const { pathname, searchParams } = new URL(href, url)
  const asked = [...searchParams.keys()].sort()
  return [routeOf(pathname) ?? pathname, ...asked].join(' ')
}

function routeOf(href: string): string | undefined {
  const { pathname } = new URL(href, url)
  return routes.find((route) =>
    new RegExp(`^${route.replace(/:\w+/g, '[^/]+').replace('*', '$^')}$`).test(pathname),
  )
}

const isNotFound = async (page: Page) =>
  await page.getByRole('heading', { level: 1, name: /not found/ }).isVisible()

const fillRoute = (route: string, id: string) => route.replace(/:\w+(?:\/:\w+)*/, id)

const fillIn = (path: string) =>
  path.replace(/:(\w+)/g, (_, name: string) => traded[name as keyof WalkRecords])

test('every address that names a record has one to be opened with', () => {
  const open = routes.filter((route) => route.includes(':') && !records[route])
  expect(open).toEqual([])
})
