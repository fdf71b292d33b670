/** People at their browsers: each has a context of their own, and an unexpected console error fails the test. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, inject } from 'vitest'
import { launchBrowser } from './chromium.ts'
import { type Begin, describeSerial, isSecondTry, type SerialStep } from './serial-tests.ts'

const picturesOfFailures = join(import.meta.dirname, '../../.data/e2e-failures')

/** Errors of open pages whose session was ended: their event stream and their calls are rejected at once. */
const whereASessionEnds = [/status of 401 .*\/api\//, /status of 403 .*\/auth\/v1\/user$/]

const settleLimitMs = 45_000
const pictureLimitMs = 5000

export type Person = {
  context: BrowserContext
  page: Page
  /** Unexpected complaints of the page so far. */
  complaints: string[]
  /** Console errors of this shape are part of the test. */
  allowConsoleErrors: (shape: RegExp) => void
  /** Waits until every request of the page has been answered and drawn. */
  settled: () => Promise<void>
}

export type People = {
  newPerson: (options?: Parameters<Browser['newContext']>[0]) => Promise<Person>
  /**
   * Sets up the fixtures of the tests before the first of them. Before a second try all users leave
   * and it runs again, with other users and records, so that no state of the first try interferes.
   */
  begin: Begin
  /** Tests of which each stands on those before it. */
  story: () => SerialStep
  /** Throws when any page complained; call it at the end of a test. */
  expectNoConsoleErrors: () => void
}

/** The files that one worker runs share a browser; contexts keep their people apart. */
let running: Browser | undefined

async function openBrowser(): Promise<Browser> {
  if (!running?.isConnected()) running = await launchBrowser()
  return running
}

/** Opens contexts for the test file that calls this, and closes them after its last test. */
export function usePeople(): People {
  const people: Person[] = []
  let browser: Browser
  let isBegunAnew = false
  beforeAll(async () => {
    browser = await openBrowser()
  })
  beforeEach(async ({ task, onTestFailed }) => {
    onTestFailed(async () => {
      await keepPictures(task.name, people)
      for (const { complaints } of people) complaints.length = 0
    })
    if (isBegunAnew && isSecondTry(task))
      await Promise.all(people.splice(0).map(({ context }) => context.close()))
  })
  afterAll(async () => {
    await Promise.all(people.splice(0).map(({ context }) => context.close()))
  })

  const begin: Begin = (setUp, limitMs) => {
    isBegunAnew = true
    beforeAll(setUp, limitMs)
    beforeEach(async ({ task }) => {
      if (isSecondTry(task)) await setUp()
    }, limitMs)
  }
  return {
    newPerson: async (options) => {
      const context = await browser.newContext({
        baseURL: inject('url'),
        viewport: { width: 1440, height: 900 },
        reducedMotion: 'reduce',
        ...options,
      })
      context.setDefaultTimeout(45_000)
      const person = await openPage(context)
      people.push(person)
      return person
    },
    begin,
    story: () => describeSerial(begin),
    expectNoConsoleErrors: () => {
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
    allowConsoleErrors: (shape) => expected.push(shape),
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

async function keepPictures(testName: string, people: Person[]): Promise<void> {
  mkdirSync(picturesOfFailures, { recursive: true })
  const name = testName.replace(/\W+/g, '-').slice(0, 60)
  const pages = people.flatMap(({ context }) => context.pages())
  for (const [index, page] of pages.entries())
    await page
      .screenshot({
        path: join(picturesOfFailures, `${name}-${index + 1}.png`),
        timeout: pictureLimitMs,
      })
      .catch(() => {})
}
