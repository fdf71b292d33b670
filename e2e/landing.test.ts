/** The front door as it is built: a document of its own, drawn in advance, light, and fit without JavaScript. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { usePeople } from './support/browser.ts'

const scriptLimitBytes = 120_000
const dist = join(import.meta.dirname, '../apps/web/dist')
const people = usePeople()
afterEach(people.expectNoConsoleErrors)

test('a link of the landing page leads into the application, and back', async () => {
  const { page } = await people.newPerson()
  await page.goto('/')
  await page.getByRole('link', { name: 'Get Started' }).click()
  await page.waitForURL('**/register-business')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'You ask. They send.' }).waitFor()
})

test('the landing page moves its divider by a finger, with less than 120 KB of compressed script', async () => {
  const { page, settled } = await people.newPerson({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const scripts = new Map<string, number>()
  page.on('request', (request) => {
    if (request.resourceType() !== 'script' && !request.url().endsWith('.js')) return
    const { pathname } = new URL(request.url())
    scripts.set(pathname, brotliCompressSync(readFileSync(join(dist, pathname))).length)
  })
  await page.goto('/')
  const divider = page.getByRole('slider', { name: /Compare original/ })
  const standsAt = (percent: number) =>
    expect
      .poll(() => divider.getAttribute('aria-valuenow').then(Number), { interval: 50 })
      .toBe(percent)
  await standsAt(47)
  await divider.scrollIntoViewIfNeeded()
  const handle = (await divider.boundingBox())!
  await page.touchscreen.tap(117, handle.y + handle.height / 2)
  await standsAt(30)
  await settled()
  const total = [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0)
  expect(total).toBeGreaterThan(40_000) // React alone is more: nothing was overlooked
  expect(total).toBeLessThan(scriptLimitBytes)
})

test('the landing page reads without JavaScript, and other pages say that they need it', async () => {
  const { page } = await people.newPerson({ javaScriptEnabled: false })
  await page.goto('/')
  await page.getByRole('heading', { name: 'Uncompromising Privacy' }).waitFor()
  await page.getByRole('link', { name: 'Get Started' }).click()
  await expect.poll(() => page.locator('noscript').textContent()).toContain('needs JavaScript')
})

test('the landing page leaves what an e-mail’s link brings to the application', async () => {
  const { page } = await people.newPerson()
  await page.goto('/#error=access_denied&error_description=Email+link+is+invalid+or+has+expired')
  await page.getByText('Email link is invalid or has expired').waitFor()
})
