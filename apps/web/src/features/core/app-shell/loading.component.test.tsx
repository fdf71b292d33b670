/** Tests pages while their data is loading, and after it fails to load. */
import { type Answers, refuse } from '@testing/fake-api.ts'
import { expectHeading, settled } from '@testing/interactions.ts'
import { answerAll, pageCalls, threeRows } from '@testing/page-answers.ts'
import { renderPage } from '@testing/render.tsx'
import { casesOf } from '@testing/test-length.ts'
import { client, sessionOf, staff, type Viewer, vendor } from '@testing/viewers.ts'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'

const again = () => page.getByRole('main').getByRole('button', { name: 'Try again' })

/** Stores the session where the account query reads it, too. */
const storeSession = (viewer: Viewer) =>
  localStorage.setItem(`sb-${location.hostname}-auth-token`, JSON.stringify(sessionOf(viewer)))

/** Names a page, and who is in front of it. */
type Case = [path: string, viewer: Viewer]

const loaded = casesOf<Case>(
  [
    ['/client-dashboard', client],
    ['/marketplace', vendor],
    ['/admin/applications', staff],
  ],
  [
    ['/organization-settings', client],
    ['/vendor-earnings', vendor],
    ['/manage-dprs', client],
    ['/vendor-offers', client],
    ['/active-contracts', client],
    ['/company-profile', client],
    ['/contact-support', client],
    ['/notification-settings', client],
    ['/privacy-security', client],
    ['/billing-payments', client],
    ['/vendor-dashboard', vendor],
    ['/vendor-my-offers', vendor],
    ['/vendor-active-contracts', vendor],
    ['/bank-tax-info', vendor],
    ['/admin/organizations', staff],
    ['/admin/users', staff],
    ['/admin/support', staff],
  ],
)

test.each(loaded)(
  '%s says that it did not load, and loads when asked again',
  { tags: 'scaled' },
  async (path, viewer) => {
    storeSession(viewer)
    const api = await renderPage(path, { viewer, answers: answerAll(refuse('internal')) })
    await expect.element(again().first()).toBeVisible()
    await expectHeading(/./)
    api.answer({ ...answerAll(), 'companies.get': { stars: [0, 0, 0, 0, 0] } })
    await expect
      .poll(async () => {
        // One answer may bring more than one part back.
        ;(again().elements()[0] as HTMLElement | undefined)?.click()
        await settled()
        return again().elements().length
      })
      .toBe(0)
  },
)

test('a page that does not load has a heading all the same', async () => {
  const api = await renderPage('/dpr-details/DPR-1032', {
    viewer: client,
    answers: answerAll(refuse('internal')),
  })
  await expectHeading('This DPR did not load')
  api.answer({ ...answerAll(), 'dprs.get': { title: 'Card transactions' } })
  await again().first().click()
  await expectHeading('Card transactions')
})

const heldMs = 300
/** Limits the layout shift caused by the counts next to the navigation. */
const maxLayoutShift = 0.01

/** Answers the calls of a page one after the other, later than it is held back for; lists have three rows. */
function answerLate() {
  const calls = { made: 0, answered: 0 }
  const answers: Answers = Object.fromEntries(
    pageCalls.map((name) => [
      name,
      async () => {
        calls.made += 1
        await new Promise((resolve) => setTimeout(resolve, heldMs + 40 * calls.made))
        calls.answered += 1
        return threeRows(name)
      },
    ]),
  )
  return { calls, answers }
}

/** Covers one page of each kind: dashboard, cards, chart; then table, panels. */
const still = casesOf<Case>(
  [['/client-dashboard', client]],
  [
    ['/marketplace', vendor],
    ['/vendor-earnings', vendor],
    ['/vendor-offers', client],
    ['/active-contracts', client],
    ['/privacy-security', client],
    ['/vendor-dashboard', vendor],
    ['/organization-settings', vendor],
    ['/admin/applications', staff],
  ],
)

test.each(still)('%s stays in place while it loads', { tags: 'scaled' }, async (path, viewer) => {
  storeSession(viewer)
  let layoutShift = 0
  const count = (entries: PerformanceEntryList) => {
    for (const { value } of entries as (PerformanceEntry & { value: number })[])
      layoutShift += value
  }
  const observer = new PerformanceObserver((list) => count(list.getEntries()))
  onTestFinished(() => observer.disconnect())
  observer.observe({ type: 'layout-shift' })
  const { calls, answers } = answerLate()
  await renderPage(path, { viewer, answers })
  await expectHeading(/./)
  for (let seen = -1; seen !== calls.made; await settled()) {
    seen = calls.made
    await expect.poll(() => calls.made - calls.answered).toBe(0)
  }
  await nextFrames()
  count(observer.takeRecords())
  expect(layoutShift).toBeLessThan(maxLayoutShift)
})

async function nextFrames(): Promise<void> {
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
}
