/** People at their browsers: each has a context of their own, and an unexpected console error fails the test. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, inject, onTestFailed } from 'vitest'
import { launchBrowser } from './chromium.ts'

const picturesOfFailures = join(import.meta.dirname, '../.data/e2e-failures')

/** Where a session is ended, its open pages find out at once: their event stream and what they ask meanwhile are refused. */
const whereASessionEnds = [/status of 401 .*\/api\//, /status of 403 .*\/auth\/v1\/user$/]

const settleLimitMs = 20_000

export type Person = {
  context: BrowserContext
  page: Page
  /** Complaints of the page so far that nobody expected. */
  complaints: string[]
  /** Console errors of this shape are part of the test. */
  mayComplain: (shape: RegExp) => void
  /** When every request of the page has been answered and drawn. */
  settled: () => Promise<void>
}

export type People = {
  newPerson: (options?: Parameters<Browser['newContext']>[0]) => Promise<Person>
  /** Throws when any page complained; call it at the end of a test. */
  expectNoComplaints: () => void
}

/** One browser for the test file that calls this. */
export function usePeople(): People {
  const people: Person[] = []
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
  })
  return {
    newPerson: async (options) => {
      const context = await browser.newContext({
        baseURL: inject('url'),
        viewport: { width: 1440, height: 900 },
        reducedMotion: 'reduce',
        ...options,
      })
      context.setDefaultTimeout(20_000)
      const person = await openPage(context)
      people.push(person)
      return person
    },
    expectNoComplaints: () => {
      const complaints = people.flatMap((person) => person.complaints.splice(0))
      if (complaints.length > 0)
        throw new Error(`The browser complained:\n${complaints.join('\n')}`)
    },
  }
}

async function openPage(context: BrowserContext): Promise<Person> {
  const complaints: string[] = []
  const expected = [...whereASessionEnds]
  const complain = (text: string) => {
    if (!expected.some((shape) => shape.test(text))) complaints.push(text)
  }
  // A page's own violation report also reaches those whose console message Chromium words differently.
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`Content-Security-Policy: ${event.violatedDirective} ${event.blockedURI}`)
    })
  })
  const waiting = new Set<Request>()
  context.on('request', (request) => {
    if (!request.url().endsWith('/api/events')) waiting.add(request) // which never ends
  })
  const isOver = (request: Request) => waiting.delete(request)
  context.on('requestfinished', isOver)
  context.on('requestfailed', isOver)
  context.on('page', (page) => {
    page.on('console', (message) => {
      if (message.type() === 'error')
        complain(`${page.url()}: ${message.text()} ${message.location().url}`)
    })
    page.on('pageerror', (error) => complain(`${page.url()}: ${error.stack ?? error.message}`))
  })
  const page = await context.newPage()
  return {
    context,
    page,
    complaints,
    mayComplain: (shape) => expected.push(shape),
    settled: async () => {
      const giveUpAt = Date.now() + settleLimitMs
      for (let quiet = 0; quiet < 3; quiet = waiting.size === 0 ? quiet + 1 : 0) {
        if (Date.now() > giveUpAt)
          throw new Error(`Still waiting for ${[...waiting].map((request) => request.url())}`)
        await page.waitForTimeout(50)
      }
    },
  }
}

/** Keeps a picture of each page when the running test fails. */
export function pictureOnFailure(...people: Person[]): void {
  onTestFailed(async ({ task }) => {
    mkdirSync(picturesOfFailures, { recursive: true })
    const name = task.name.replace(/\W+/g, '-').slice(0, 60)
    for (const [index, { page }] of people.entries())
      await page
        .screenshot({ path: join(picturesOfFailures, `${name}-${index + 1}.png`) })
        .catch(() => {})
  })
}

/** For the tests of one story: after a failure, those that follow have nothing to stand on. A second try is no follower. */
export function inChapters(people: () => Person[]): void {
  let failed: string | null = null
  beforeEach(({ skip, task }) => {
    if (failed !== null && failed !== task.id) skip('an earlier chapter failed')
    failed = null
    onTestFailed(() => {
      failed = task.id
    })
    pictureOnFailure(...people())
  })
}
