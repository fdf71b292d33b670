/** People at their browsers: each has a context of their own, and an unexpected console error fails the test. */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, inject, onTestFailed } from 'vitest'

/** Where systems keep the browser that we do not ship. */
const candidates = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const picturesOfFailures = join(import.meta.dirname, '../.data/e2e-failures')

export async function launchBrowser(): Promise<Browser> {
  const executablePath = candidates.find((path) => path && existsSync(path))
  if (!executablePath)
    throw new Error('No Chromium was found. Install it, or name it in the setting CHROMIUM.')
  return await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
}

export type Person = {
  context: BrowserContext
  page: Page
  /** Complaints of the page so far that nobody expected. */
  complaints: string[]
  /** Console errors of this shape are part of the test. */
  mayComplain: (shape: RegExp) => void
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
  const expected: RegExp[] = []
  const complain = (text: string) => {
    if (!expected.some((shape) => shape.test(text))) complaints.push(text)
  }
  // A page's own violation report also reaches those whose console message Chromium words differently.
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`Content-Security-Policy: ${event.violatedDirective} ${event.blockedURI}`)
    })
  })
  context.on('page', (page) => {
    page.on('console', (message) => {
      if (message.type() === 'error')
        complain(`${page.url()}: ${message.text()} ${message.location().url}`)
    })
    page.on('pageerror', (error) => complain(`${page.url()}: ${error.stack ?? error.message}`))
  })
  const page = await context.newPage()
  return { context, page, complaints, mayComplain: (shape) => expected.push(shape) }
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
