/** Tests pages of real records while they load, and the files that their documents name. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { usePeople } from './support/browser.ts'
import { newSignedIn } from './support/sessions.ts'

const people = usePeople()
const url = inject('url')
const slowMs = 300
/** Limits the layout shift caused by the counts next to the navigation. */
const maxLayoutShift = 0.01

/** Covers what the document and its files add; the component tests load a page of each kind. */
test('a vendor sees the dashboard stay in place while it loads', async () => {
  const who = { email: 'vendor@sample.test', password: 'semblance' }
  const { page, context, settled } = await newSignedIn(people, who)
  await context.addInitScript(watchLayoutShifts)
  await context.route('**/api/rpc/**', async (route) => {
    await sleep(slowMs)
    await route.continue().catch(() => {}) // its page may be gone by then
  })
  // A page that takes two seconds is shown in parts: on a machine that stalls so long, another
  // load counts.
  const shiftOfLoad = async () => {
    await page.goto('/vendor-dashboard')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settled()
    return await layoutShift(page)
  }
  await expect.poll(shiftOfLoad, { timeout: 45_000 }).toBeLessThan(maxLayoutShift)
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
