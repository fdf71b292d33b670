/** On paper: the page's content in black on white, and nothing of what only a screen can do. */

import type { Answers } from '@testing/fake-api.ts'
import { expectHeading, settled } from '@testing/interactions.ts'
import { answerThreeRows, contractPage, dprPage, sentOfferPage } from '@testing/page-answers.ts'
import { renderPage } from '@testing/render.tsx'
import { casesOf } from '@testing/test-length.ts'
import { client, staff, type Viewer, vendor } from '@testing/viewers.ts'
import type {} from '@vitest/browser-playwright'
import { afterEach, expect, test } from 'vitest'
import { cdp, page } from 'vitest/browser'

/** CSS pixels of an A4 sheet between its margins. */
const sheetWidth = 702

const emulateMedia = (media: 'print' | 'screen') =>
  cdp().send('Emulation.setEmulatedMedia', { media })

afterEach(() => emulateMedia('screen'))

/** Shows the page in the dark theme, then as a printer gets it. */
async function printPage(path: string, viewer: Viewer, answers: Answers = {}) {
  await renderPage(path, {
    viewer,
    answers: { ...answerThreeRows(), ...answers },
    theme: 'dark',
  })
  await expectHeading(/./)
  await settled()
  expect(page.getByRole('button', { name: 'Try again' }).elements()).toEqual([])
  await emulateMedia('print')
  await page.viewport(sheetWidth, 1000)
}

const onlyOnScreen =
  'nav, button[data-slot=button], [data-sonner-toast], aside[aria-label="Sample data"], a[aria-label="Semblance home"]'

/** Returns what is seen of bars, buttons and banners, as HTML. */
const seenOnlyOnScreen = () =>
  [...document.querySelectorAll(onlyOnScreen)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .map((element) => element.outerHTML.slice(0, 200))

const sampleClient: Viewer = {
  ...client,
  organization: { ...client.organization!, isSample: true },
}
const sampleVendor: Viewer = {
  ...vendor,
  organization: { ...vendor.organization!, isSample: true },
}

const printed = casesOf<[what: string, path: string, viewer: Viewer, answers?: Answers]>(
  [['a contract', '/contract-details/CTR-2001', sampleClient, contractPage()]],
  [
    ['a report', '/download/DPR-1001', sampleClient],
    ['a request', '/dpr-details/DPR-1001', sampleClient, dprPage()],
    [
      'payment details',
      '/payment-details/CTR-2001',
      sampleVendor,
      contractPage({ side: 'vendor' }),
    ],
    ['an offer', '/offer-details/OFF-3001', sampleVendor, sentOfferPage()],
    ['earnings', '/vendor-earnings', sampleVendor],
    ['the marketplace', '/marketplace', sampleVendor],
    ['the ledger', '/admin/ledger', staff],
  ],
)

test.each(printed)(
  '%s prints without bars, buttons and banners, black on white',
  { tags: 'scaled' },
  async (_, path, ...who) => {
    await printPage(path, ...who)
    await expect.poll(seenOnlyOnScreen).toEqual([])
    await expect.element(page.getByText(/^Printed \w{3} \d/)).toBeVisible()
    await expect
      .poll(() => {
        const { color, backgroundColor } = getComputedStyle(document.body)
        return { color, backgroundColor }
      })
      .toEqual({ color: 'rgb(0, 0, 0)', backgroundColor: 'rgb(255, 255, 255)' })
    const { documentElement: sheet } = document
    await expect
      .poll(() => sheet.scrollWidth - sheet.clientWidth, { message: 'wider than the sheet' })
      .toBeLessThanOrEqual(0)
    await emulateMedia('screen')
    await expect.poll(seenOnlyOnScreen).not.toEqual([])
  },
)

test('tables stay tables on paper, their heads repeat, and charts are drawn', {
  tags: 'long',
}, async () => {
  await printPage('/vendor-earnings', vendor)
  const table = page.getByRole('table', { name: 'Transactions' })
  await expect.element(table).toBeVisible()
  await expect.element(page.getByRole('list', { name: 'Transactions' })).not.toBeInTheDocument()
  const head = table.element().querySelector('thead')!
  expect(getComputedStyle(head).display).toBe('table-header-group')
  const chart = page.getByRole('img', { name: /^Earnings over/ })
  const chartWidth = () => chart.element().getBoundingClientRect().width
  await expect.poll(chartWidth).toBeLessThanOrEqual(sheetWidth)
  expect(chartWidth()).toBeGreaterThan(300)
})
