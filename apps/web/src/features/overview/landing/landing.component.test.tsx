/** Tests the front door: where its links lead, its sections, its divider. */
import { focusOn, press } from '@testing/interactions.ts'
import { renderPage } from '@testing/render.tsx'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

const divider = () => page.getByRole('slider', { name: /Compare original/ })
const standsAt = (percent: number) =>
  expect.element(divider()).toHaveAttribute('aria-valuenow', String(percent))

test('its links lead to sign in and to the registration', async () => {
  await renderPage('/')
  for (const [name, path] of [
    ['Sign In', '/auth'],
    ['Get Started', '/register-business'],
    ['Access Dashboard', '/auth'],
    ['Register Business', '/register-business'],
    ['Start Your Journey', '/register-business'],
    ['Sign In Now', '/auth'],
  ] as const)
    await expect
      .element(page.getByRole('link', { name, exact: true }))
      .toHaveAttribute('href', path)
})

test('it has its sections in order, and labels in the footer that lead nowhere', async () => {
  await renderPage('/')
  await expect.element(divider()).toBeVisible()
  const headings = page.getByRole('heading', { level: 2 }).elements()
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    'Privacy meter',
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
  for (const label of labels.split('|')) {
    await expect.element(footer.getByText(label, { exact: true })).toBeVisible()
    await expect
      .element(footer.getByRole('link', { name: label, exact: true }))
      .not.toBeInTheDocument()
  }
})

test('its footer leads to the legal documents, and each section with a claim to what is measured', async () => {
  await renderPage('/')
  const legal = page.getByRole('navigation', { name: 'Legal' })
  for (const [name, path] of [
    ['Terms of Service', '/legal/terms'],
    ['Privacy Policy', '/legal/privacy'],
    ['Data Processing Agreement', '/legal/dpa'],
    ['Data License', '/legal/license'],
    ['What is measured', '/measured'],
  ] as const)
    await expect.element(legal.getByRole('link', { name })).toHaveAttribute('href', path)
  const sections = document.querySelectorAll('main section:not(section section)')
  const withNote = [...sections].filter((section) => section.querySelector('a[href="/measured"]'))
  const claims = /privacy protected|Zero privacy risk|No privacy risk|statistically identical/
  const claiming = [...sections].filter(({ textContent }) => claims.test(textContent ?? ''))
  expect(claiming).toHaveLength(3)
  expect(withNote).toEqual(claiming)
})

test('its divider is moved by keyboard, from end to end', async () => {
  await renderPage('/')
  await standsAt(47)
  await focusOn(divider())
  for (const [key, percent] of [
    ['ArrowRight', 49],
    ['ArrowDown', 47],
    ['PageUp', 57],
    ['Home', 3],
    ['ArrowLeft', 3],
    ['End', 97],
  ] as const) {
    await press(key)
    await standsAt(percent)
  }
  const words = '97% original, 3% synthetic twin'
  await expect.element(divider()).toHaveAttribute('aria-valuetext', words)
})

test('its divider is moved by pointer until that is released, and the privacy meter follows', {
  tags: 'long',
}, async () => {
  await renderPage('/')
  await standsAt(47)
  const picture = page.getByRole('img', { name: /Two overlapping distributions/ })
  await userEvent.dragAndDrop(divider(), picture, { targetPosition: { x: 288, y: 30 } })
  await standsAt(20)
  await picture.hover({ position: { x: 900, y: 30 }, force: true })
  await standsAt(20)
  const meter = page.getByRole('meter', { name: 'Privacy meter' })
  await expect.element(meter).toHaveAttribute('aria-valuenow', '80')
})

test('its divider eases to rest once where motion is welcome', { tags: 'long' }, async () => {
  const real = window.matchMedia.bind(window)
  const matchMedia = vi.spyOn(window, 'matchMedia')
  onTestFinished(() => matchMedia.mockRestore())
  matchMedia.mockImplementation((query) =>
    query.includes('reduced-motion') ? ({ matches: false } as MediaQueryList) : real(query),
  )
  const seen: number[] = []
  const observer = new MutationObserver(() => {
    const value = Number(divider().query()?.getAttribute('aria-valuenow'))
    if (value > 0 && value !== seen.at(-1)) seen.push(value)
  })
  observer.observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ['aria-valuenow'],
  })
  onTestFinished(() => observer.disconnect())
  await renderPage('/')
  await standsAt(47)
  expect(seen[0]).toBeGreaterThan(47)
  await new Promise((resolve) => setTimeout(resolve, 400)) // the end of the 900 ms
  await standsAt(47)
})

test('what a page shows at work leads there, and what is not built leads nowhere', async () => {
  await renderPage('/')
  const links = [
    ...document.querySelectorAll<HTMLAnchorElement>('#how-it-works li a, #platform-features li a'),
  ]
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Quality scoring', '/vendor-insights?tab=quality'],
    ['Automated negotiations', '/client-dashboard?messages=all'],
    ['Real-time earnings tracking', '/vendor-earnings'],
    ['Market demand insights', '/vendor-insights'],
    ['Data usage analytics', '/vendor-insights?tab=usage'],
  ])
})
