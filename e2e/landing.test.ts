/** The front door: where its links lead, its divider, what it weighs, and how it stands without JavaScript. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { usePeople } from './support/browser.ts'

const scriptLimitBytes = 120_000
const dist = join(import.meta.dirname, '../apps/web/dist')
const people = usePeople()
afterEach(people.expectNoConsoleErrors)

const divider = (page: Page) => page.getByRole('slider', { name: /Compare original/ })
const settledAt = (page: Page, percent: number) =>
  expect
    .poll(() => divider(page).getAttribute('aria-valuenow').then(Number), { interval: 50 })
    .toBe(percent)

describe('the landing page', () => {
  test.each([
    ['Sign In', '/auth'],
    ['Get Started', '/register-business'],
    ['Access Dashboard', '/auth'],
    ['Register Business', '/register-business'],
    ['Start Your Journey', '/register-business'],
    ['Sign In Now', '/auth'],
  ])('leads by %s to %s, and back', async (name, path) => {
    const { page, context } = await people.newPerson()
    await page.goto('/')
    await page.getByRole('link', { name, exact: true }).click()
    await page.waitForURL(`**${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'You ask. They send.' }).waitFor()
    await context.close()
  })

  test('has its sections in order, and labels in the footer that lead nowhere', async () => {
    const { page, context } = await people.newPerson()
    await page.goto('/')
    const headings = await page.getByRole('heading', { level: 2 }).allTextContents()
    expect(headings.filter((text) => text !== 'Privacy meter')).toEqual([
      'How It Works',
      'Platform Features',
      'Uncompromising Privacy',
      'Bring your organization in',
      'Platform',
      'Support',
    ])
    const footer = page.getByRole('contentinfo')
    const labels =
      'For Data Buyers|For Data Vendors|Privacy Technology|Pricing|Documentation|Help Center|Contact Us|API Status'
    for (const label of labels.split('|')) await footer.getByText(label, { exact: true }).waitFor()
    expect(await footer.getByRole('link').count()).toBe(0)
    await context.close()
  })

  test('moves its divider by keyboard, from end to end', async () => {
    const { page, context } = await people.newPerson()
    await page.goto('/')
    await settledAt(page, 47)
    await divider(page).focus()
    for (const [key, percent] of [
      ['ArrowRight', 49],
      ['ArrowDown', 47],
      ['PageUp', 57],
      ['Home', 3],
      ['ArrowLeft', 3],
      ['End', 97],
    ] as const) {
      await page.keyboard.press(key)
      await settledAt(page, percent)
    }
    await expect
      .poll(() => divider(page).getAttribute('aria-valuetext'))
      .toBe('97% original, 3% synthetic twin')
    await context.close()
  })

  test('moves its divider by pointer, and the privacy meter follows', async () => {
    const { page, context } = await people.newPerson()
    await page.goto('/')
    await settledAt(page, 47)
    const handle = (await divider(page).boundingBox())!
    const y = handle.y + handle.height / 2
    await page.mouse.move(handle.x + handle.width / 2, y)
    await page.mouse.down()
    await page.mouse.move(288, y, { steps: 4 })
    await settledAt(page, 20)
    await page.mouse.up()
    await page.mouse.move(900, y)
    await settledAt(page, 20)
    const meter = page.getByRole('meter', { name: 'Privacy meter' })
    await expect.poll(() => meter.getAttribute('aria-valuenow')).toBe('80')
    await context.close()
  })

  test('moves its divider by a finger', async () => {
    const { page, context } = await people.newPerson({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    await page.goto('/')
    await settledAt(page, 47)
    await divider(page).scrollIntoViewIfNeeded()
    const handle = (await divider(page).boundingBox())!
    await page.touchscreen.tap(117, handle.y + handle.height / 2)
    await settledAt(page, 30)
    await context.close()
  })

  test('eases its divider to rest once where motion is welcome', async () => {
    const { page, context } = await people.newPerson({ reducedMotion: 'no-preference' })
    await page.goto('/')
    await settledAt(page, 47)
    await page.waitForTimeout(500)
    await settledAt(page, 47)
    await context.close()
  })

  test('loads less than 120 KB of compressed script', async () => {
    const { page, context, settled } = await people.newPerson()
    const scripts = new Map<string, number>()
    page.on('request', (request) => {
      if (request.resourceType() !== 'script' && !request.url().endsWith('.js')) return
      const { pathname } = new URL(request.url())
      scripts.set(pathname, brotliCompressSync(readFileSync(join(dist, pathname))).length)
    })
    await page.goto('/')
    await settled()
    await page.mouse.move(700, 200)
    await page.waitForTimeout(1000)
    const total = [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0)
    expect(total).toBeGreaterThan(40_000) // React alone is more: nothing was overlooked
    expect(total).toBeLessThan(scriptLimitBytes)
    await context.close()
  })

  test('reads without JavaScript, and other pages say that they need it', async () => {
    const { page, context } = await people.newPerson({ javaScriptEnabled: false })
    await page.goto('/')
    await page.getByRole('heading', { name: 'Uncompromising Privacy' }).waitFor()
    await page.getByRole('link', { name: 'Get Started' }).click()
    await expect.poll(() => page.locator('noscript').textContent()).toContain('needs JavaScript')
    await context.close()
  })

  test('leaves what an e-mail’s link brings to the application', async () => {
    const { page, context } = await people.newPerson()
    await page.goto('/#error=access_denied&error_description=Email+link+is+invalid+or+has+expired')
    await page.getByText('Email link is invalid or has expired').waitFor()
    await context.close()
  })
})
