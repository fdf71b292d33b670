/** Tests pages while their data is loading, and after it fails to load. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request, Route } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { type Person, usePeople } from './support/browser.ts'
import { signIn } from './support/steps.ts'

const people = usePeople()
const url = inject('url')
const password = 'semblance'
const everyCall = '**/api/rpc/**'
/** The frame around every page goes on without its answers. */
const ofTheFrame = /organizations\/viewer|notifications\/|unreadCount/
const slowMs = 300
/** Limits the layout shift caused by the counts next to the navigation. */
const maxLayoutShift = 0.01

const routes = {
  client: [
    '/client-dashboard',
    '/manage-dprs',
    '/vendor-offers',
    '/active-contracts',
    '/company-profile',
    '/contact-support',
    '/organization-settings',
    '/notification-settings',
    '/privacy-security',
    '/billing-payments',
  ],
  vendor: [
    '/vendor-dashboard',
    '/marketplace',
    '/vendor-my-offers',
    '/vendor-active-contracts',
    '/vendor-earnings',
    '/bank-tax-info',
  ],
  staff: ['/admin/applications', '/admin/organizations', '/admin/users', '/admin/support'],
}
/** Of each kind of page one: dashboards, tables, cards, charts, panels. */
const steady = {
  client: ['/client-dashboard', '/vendor-offers', '/active-contracts', '/privacy-security'],
  vendor: ['/vendor-dashboard', '/marketplace', '/vendor-earnings', '/organization-settings'],
  staff: ['/admin/applications'],
}
const sides = Object.keys(routes) as (keyof typeof routes)[]
const someone = {} as Record<keyof typeof routes, Person>

/**
 * Handles a call. One interception for all tests: a browser in which one is added and removed may
 * lose running requests.
 */
let answer: (route: Route) => Promise<void>
const duly = (route: Route) => route.continue().catch(() => {}) // its page may be gone by then

people.begin(async () => {
  answer = duly
  for (const side of sides) {
    const person = await people.newPerson()
    await signIn(person, { email: `${side}@sample.test`, password })
    await person.context.addInitScript(watchLayoutShifts)
    await person.context.route(everyCall, (route) => answer(route))
    someone[side] = person
  }
})

describe.each(sides)('the pages of %s', (side) => {
  test.each(routes[side])(
    '%s says that it did not load, and loads when asked again',
    async (path) => {
      const person = someone[side]
      // Calls of another user's page at that time fail, too.
      for (const { allowConsoleErrors: mayComplain } of Object.values(someone))
        mayComplain(/status of 500/)
      const { page } = person
      answer = fail
      await page.goto(path)
      const again = page.getByRole('main').getByRole('button', { name: 'Try again' })
      await again.first().waitFor()
      answer = duly
      await expect
        .poll(async () => {
          // One answer may bring more than one part back: what is clicked here may be gone by then.
          await again
            .first()
            .click({ timeout: 200 })
            .catch(() => {})
          return await again.count()
        })
        .toBe(0)
      people.expectNoConsoleErrors()
    },
  )

  test.each(steady[side])('%s stays in place while it loads', async (path) => {
    const person = someone[side]
    const { page } = person
    answer = slowly
    // A page that takes two seconds is shown in parts: on a machine that stalls so long, another
    // load counts.
    const shiftOfLoad = async () => {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await person.settled()
      return await layoutShift(page)
    }
    await expect.poll(shiftOfLoad, { timeout: 45_000 }).toBeLessThan(maxLayoutShift)
    people.expectNoConsoleErrors()
  })
})

test('a page that does not load has a heading all the same', async () => {
  const person = someone.client
  person.allowConsoleErrors(/status of 500/)
  const { page } = person
  answer = fail
  await page.goto('/dpr-details/DPR-1032')
  await page.getByRole('heading', { level: 1, name: 'This DPR did not load' }).waitFor()
  answer = duly
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'This DPR did not load' }).waitFor({
    state: 'detached',
  })
  await page.getByRole('heading', { level: 1 }).waitFor()
  people.expectNoConsoleErrors()
})

test('the document names the files of its page, and of no other', async () => {
  const filesOf = async (path: string) => {
    const html = await (await fetch(new URL(path, url))).text()
    const files = [...html.matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/g)]
    return files.map(([, href]) => href!)
  }
  const files = await filesOf('/dpr-details/DPR-1032')
  expect(files.filter((file) => file.includes('/dpr-details-'))).toHaveLength(1)
  for (const file of files) expect((await fetch(new URL(file, url))).status).toBe(200)
  expect(await filesOf('/no-such-page/DPR-1032')).toEqual([])
})

async function slowly(route: Route) {
  await sleep(slowMs)
  await duly(route)
}

/** Calls of one moment are one request, which lists them. */
const batchOf = (request: Request): { url: string }[] | null =>
  request.url().endsWith('/__batch__') ? request.postDataJSON() : null

const broken = { json: { code: 'internal', status: 500, message: 'Broken' } }

async function fail(route: Route) {
  const request = route.request()
  const batch = batchOf(request)
  const calls = batch ?? [{ url: request.url() }]
  if (calls.every(({ url }) => ofTheFrame.test(url))) return await duly(route)
  if (!batch) return await route.fulfill({ status: 500, json: broken })
  const answers = batch.map((_, index) => ({ index, status: 500, headers: {}, body: broken }))
  await route.fulfill({ status: 207, json: answers })
}

declare global {
  interface Window {
    layoutShift: number
  }
}

function watchLayoutShifts() {
  window.layoutShift = 0
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    })[])
      if (!entry.hadRecentInput) window.layoutShift += entry.value
  })
  observer.observe({ type: 'layout-shift', buffered: true })
}

const layoutShift = (page: Page) => page.evaluate(() => window.layoutShift)
