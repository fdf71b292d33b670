/**
 * `npm run pictures` retakes the README's pictures on sample data; `npm run pictures -- DIR` takes every screen
 * in four looks into a directory. `--only PART,PART` takes the screens whose names have one of them, `--url URL` asks a
 * running server that has the samples. Needs a built web application.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../e2e/support/chromium.ts'
import {
  acceptedIn,
  apiAs,
  deliver,
  fund,
  type Member,
  tokenOf,
} from '../e2e/support/deal-fixtures.ts'
import { startServer } from '../e2e/support/server.ts'
import { fillSignIn } from '../e2e/support/steps.ts'
import { takeScreens } from './pictures/take-screens.ts'

const root = join(import.meta.dirname, '..')
const pictures = join(root, 'docs/pictures')
const maxPictureBytes = 150 * 1024

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, url: { type: 'string' } },
})
const [dir] = positionals
const server = values.url
  ? { url: values.url, stop: async () => {} }
  : await startServer({ hasOldSamples: true })
const browser = await launchBrowser()
try {
  if (dir) await takeScreens({ url: server.url, browser, dir, only: values.only })
  else await takeAll(server.url, browser)
} finally {
  await browser.close()
  await server.stop()
}

async function takeAll(url: string, browser: Browser) {
  mkdirSync(pictures, { recursive: true })
  const client = await sampleMember(url, 'client@sample.test')
  const vendor = await sampleMember(url, 'vendor@sample.test')
  const clientPage = await signedIn(url, browser, client)
  const vendorPage = await signedIn(url, browser, vendor)

  const visitor = await newPage(url, browser)
  await take(visitor, '/', 'landing')
  await take(clientPage, '/client-dashboard', 'client-dashboard')
  await take(clientPage, `/vendor-offers/${await mostContestedDpr(client)}`, 'offers')
  await take(vendorPage, '/vendor-earnings', 'vendor-earnings')
  const dprId = await deliveredDpr(client, vendor)
  await take(clientPage, `/download/${dprId}`, 'download-report')
}

async function sampleMember(url: string, email: string): Promise<Member> {
  const password = 'semblance'
  const token = await tokenOf(url, { email, password })
  const api = apiAs(url, token)
  const { organization } = await api.organizations.viewer()
  const { name = '', organizationId = '' } = organization ?? {}
  return { url, email, password, company: name, organizationId, token, api }
}

async function newPage(url: string, browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  })
  await context.route('**/api/events', (route) => route.abort()) // a stream never ends, and its page never rests
  return await context.newPage()
}

async function signedIn(url: string, browser: Browser, who: Member): Promise<Page> {
  const page = await newPage(url, browser)
  await page.goto('/auth')
  await fillSignIn(page, who)
  await page.waitForURL('**/dashboard-selection')
  return page
}

async function take(page: Page, path: string, name: string) {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  const chrome = await page.context().newCDPSession(page)
  const { data } = await chrome.send('Page.captureScreenshot', { format: 'webp', quality: 88 })
  const picture = Buffer.from(data, 'base64')
  if (picture.length > maxPictureBytes)
    throw new Error(`${name}.webp is too large: ${picture.length} bytes`)
  writeFileSync(join(pictures, `${name}.webp`), picture)
  console.log(`${name}.webp ${Math.round(picture.length / 1024)} KB`)
}

/** The request with the most offers that still wait for an answer. */
async function mostContestedDpr({ api }: Member): Promise<string> {
  const { items } = await api.offers.listReceived({ limit: 100 })
  const counts = Map.groupBy(
    items.filter(({ status }) => status === 'pending'),
    ({ dprId }) => dprId,
  )
  const [first] = [...counts].sort(([, a], [, b]) => b.length - a.length)
  if (!first) throw new Error('The sample client has no pending offers.')
  return first[0]
}

/** A request whose synthetic twin waits for review, made from the fixture. */
async function deliveredDpr(client: Member, vendor: Member): Promise<string> {
  const { id } = await client.api.dprs.create({
    title: 'Census Income Records',
    category: 'finance',
    description: 'Income and demographics of 32,000 adults, one row per person.',
    useCase: 'Training and testing a credit model',
    complianceRequirements: 'GDPR, CCPA',
    deliveryFormat: 'csv',
    contacts: client.email,
    budgetMinCents: 15_000_00n,
    budgetMaxCents: 25_000_00n,
    timelineDays: 14,
    minAccuracyPercent: null,
  })
  const offer = await vendor.api.offers.submit({
    dprId: id,
    priceCents: 18_500_00n,
    timelineDays: 10,
    description: 'Census microdata with 15 columns, cleaned and documented.',
    minAccuracyPercent: null,
    accepted: await acceptedIn(vendor.api),
  })
  const { contractId } = await client.api.offers.accept({ offerId: offer.id, revision: 1 })
  await fund(client, offer.id)
  await deliver(vendor, contractId, readFileSync(join(root, 'e2e/fixtures/adult.csv')))
  return id
}
