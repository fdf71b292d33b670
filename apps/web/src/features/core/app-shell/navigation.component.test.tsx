/** Getting around: focus, titles, what is not saved, a session or a connection that is lost. */
import { allowConsoleErrors } from '@testing/complaints.ts'
import { refuse } from '@testing/fake-api.ts'
import { expectAddress, expectHeading, expectToast, focusOn, press } from '@testing/interactions.ts'
import { contractPage, dprList, dprPage, marketPage, supportPage } from '@testing/page-answers.ts'
import { acceptSignIn, reloadPage, renderPage } from '@testing/render.tsx'
import { casesOf } from '@testing/test-length.ts'
import { client, trader, vendor } from '@testing/viewers.ts'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { rememberSide } from '@/lib/session/last-side.ts'

const main = () => page.getByRole('navigation', { name: 'Client Dashboard', exact: true })
const question = () => page.getByRole('alertdialog', { name: 'Leave without saving?' })
const contracts = {
  ...contractPage(),
  'contracts.list': { items: [{ id: 'CTR-2001', title: 'Cards' }] },
}
const missing = refuse('not_found')

describe('moving from page to page', () => {
  test('puts the focus on the heading, says the title and starts at the top', async () => {
    await renderPage('/contract-details/CTR-2001', {
      viewer: client,
      answers: contracts,
      height: 500,
    })
    await expectHeading('Card transactions')
    window.scrollTo(0, 300)
    expect(window.scrollY).toBe(300)
    await focusOn(main().getByRole('link', { name: 'Contracts' }))
    await press('Enter')
    await expectAddress('/active-contracts')
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
    await expect.poll(() => document.title).toBe('Active contracts · Semblance')
    const said = () =>
      [...document.querySelectorAll('[aria-live="polite"]')].map(({ textContent }) => textContent)
    await expect.poll(said).toContain('Active contracts')
    await expect.poll(() => window.scrollY).toBe(0)
  })

  test('names the record in the title, and a record that is not there', async () => {
    const api = await renderPage('/active-contracts', { viewer: client, answers: contracts })
    await page.getByRole('link', { name: 'View Details' }).first().click()
    await expectAddress('/contract-details/CTR-2001')
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
    await expect.poll(() => document.title).toBe('Card transactions · Semblance')
    api.answer({ 'contracts.get': missing, 'payments.get': missing, 'disputes.list': missing })
    await reloadPage('/contract-details/CTR-0')
    await expectHeading('This contract was not found')
    await expect.poll(() => document.title).toBe('This contract was not found · Semblance')
  })

  test('lets the keyboard skip to the content', async () => {
    await renderPage('/manage-dprs', { viewer: client, answers: dprList })
    await expectHeading(/./)
    await press('Tab')
    await expect.poll(() => document.activeElement?.textContent).toBe('Skip to content')
    await press('Enter')
    await expect.poll(() => document.activeElement?.id).toBe('main')
  })
})

test('the support page offers the addresses that the operator has, and no others', async () => {
  await renderPage('/contact-support', { viewer: trader, answers: supportPage })
  await expect
    .element(page.getByRole('link', { name: 'desk@support.test' }))
    .toHaveAttribute('href', 'mailto:desk@support.test')
  expect(document.querySelector('a[href^="tel:"]')).toBeNull()
})

describe('what is not saved', () => {
  test('is asked about by links and by signing out, and kept by whoever stays', {
    tags: 'long',
  }, async () => {
    rememberSide('client')
    await renderPage('/contact-support', { viewer: trader, answers: supportPage })
    const subject = page.getByLabelText('Subject')
    const stay = async () => {
      await question().getByRole('button', { name: 'Cancel' }).click()
      await expect.element(question()).not.toBeInTheDocument()
    }
    await subject.fill('A question')
    await main().getByRole('link', { name: 'Contracts' }).click()
    await stay()
    await expect.element(subject).toHaveValue('A question')
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await stay()
    await page.getByRole('button', { name: 'Switch Dashboard' }).click()
    await page.getByRole('menuitem', { name: /Vendor Dashboard/ }).click()
    await stay()
    const closing = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(closing)
    expect(closing.defaultPrevented).toBe(true)
    await main().getByRole('link', { name: 'Contracts' }).click()
    await question().getByRole('button', { name: 'Leave Page' }).click()
    await expectAddress('/active-contracts')
    await reloadPage('/contact-support')
    await expect.element(subject).toHaveValue('')
  })
})

describe('a session that the server has ended is noticed at the next call', {
  tags: 'scaled',
}, () => {
  const typed = casesOf(
    [{ path: '/submit-offer/DPR-1001', field: () => page.getByLabelText('Data description') }],
    [
      {
        path: '/contact-support',
        field: () => page.getByRole('textbox', { name: 'Message', exact: true }),
      },
      { path: '/user-settings', field: () => page.getByLabelText('Job title') },
    ],
  )
  test.each(typed)(
    'and leads from $path to sign in, and back to what was typed',
    async ({ path, field }) => {
      const answers = { ...supportPage, ...dprPage({ isOwn: false }) }
      const api = await renderPage(path, { viewer: vendor, answers })
      await field().fill('Where were we?')
      api.answer({ 'notifications.list': refuse('session_ended') })
      api.answerHttp({
        'GET /auth/v1/user': () =>
          Response.json({ code: 403, error_code: 'session_not_found' }, { status: 403 }),
      })
      await api.emit({ topic: 'notification.changed' })
      await expectAddress(`/auth?next=${encodeURIComponent(path)}`)
      await expect
        .element(page.getByText('Your session has ended. Sign in again').first())
        .toBeVisible()
      acceptSignIn(vendor, { 'notifications.list': { items: [] } })
      await page.getByLabelText('E-mail').fill(vendor.email)
      await page.getByLabelText('Password', { exact: true }).fill('semblance')
      await page.getByRole('button', { name: 'Sign In' }).click()
      await expectAddress(path)
      await expect.element(field()).toHaveValue('Where were we?')
    },
  )
})

describe('without a connection', () => {
  test('a bar says so, a save fails in words, and both work again afterwards', async () => {
    const api = await renderPage('/notification-settings', { viewer: vendor, answers: marketPage })
    const push = page.getByRole('switch').nth(2)
    await expect.element(push).toBeVisible()
    api.disconnect('offline')
    const bar = page.getByText('You are offline. What you typed is kept.')
    await expect.element(bar).toBeVisible()
    await push.click()
    await expectToast('Preferences not saved', 'Semblance could not be reached.')
    api.reconnect()
    await expect.element(page.getByText('Back online.')).toBeVisible()
    await page.getByRole('link', { name: 'Marketplace' }).first().click()
    await expectAddress('/marketplace')
    await expectHeading(/./)
  })

  test('a server that is away for a moment is waited for', async () => {
    const rows = { items: [{ id: 'DPR-1001', title: 'Card transactions' }] }
    allowConsoleErrors(/status of 503/)
    const api = await renderPage('/manage-dprs', {
      viewer: client,
      answers: { ...dprList, 'dprs.list': ({ tab }) => (tab === 'fulfilled' ? rows : {}) },
    })
    await expectHeading(/./)
    api.disconnect('unreachable')
    await page.getByRole('tab', { name: /Fulfilled/ }).click()
    await expect.element(page.getByText('Semblance cannot be reached.')).toBeVisible()
    api.reconnect()
    await page.getByRole('button', { name: 'Try now' }).click()
    await expect.element(page.getByText('Back online.')).toBeVisible()
    await expect.element(page.getByRole('row').nth(1)).toBeVisible()
  })
})
