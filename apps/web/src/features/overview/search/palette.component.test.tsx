/** The search palette, by keyboard alone: a member, a visitor, staff, a phone. */
import type { Hit } from '@semblance/contract'
import { type Answers, refuse } from '@testing/fake-api.ts'
import {
  axeFaults,
  expectAddress,
  expectHeading,
  focusOn,
  press,
  settled,
} from '@testing/interactions.ts'
import { dprPage } from '@testing/page-answers.ts'
import { phone, renderComponent, renderPage } from '@testing/render.tsx'
import { casesOf } from '@testing/test-length.ts'
import { client, staff } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PaletteProvider } from './palette-provider.tsx'

const field = () => page.getByRole('combobox', { name: 'Search and go to' })
const options = () => page.getByRole('dialog', { name: 'Search' }).getByRole('option')
const texts = () =>
  options()
    .elements()
    .map((option) => option.textContent)
/** The option that Enter would open. */
const active = () => document.querySelector('[role="option"][aria-selected="true"]')
const expectActive = () => expect.poll(() => active()?.textContent)

const group = (kind: Hit['kind'], ...hits: Partial<Hit>[]) => ({
  groups: [{ kind, hits: hits.map((hit) => ({ kind, ...hit })), hasMore: false }],
})
const requests = group(
  'request',
  { id: 'DPR-1001', title: 'Retail Customer Purchase Histories', side: 'client' },
  { id: 'DPR-1002', title: 'Retail Customer Returns', side: 'client' },
)
const noDprs: Answers = { 'dprs.list': { items: [] } }
const noMarket: Answers = { 'market.browse': { items: [] }, 'market.counts': {} }

async function open(text?: string) {
  await press('Control+k')
  await expect.element(field()).toHaveFocus()
  if (text) await userEvent.keyboard(text)
}

test('a client opens it by a key, types, chooses with the arrows and lands with Enter', async () => {
  await renderPage('/manage-dprs', {
    viewer: client,
    answers: {
      ...noDprs,
      ...dprPage({ title: 'Retail Customer Purchase Histories' }),
      'search.everything': requests,
    },
  })
  await open('retail customer')
  await expect.element(options().filter({ hasText: 'DPR-' }).first()).toBeVisible()
  await expect.element(page.getByRole('status').filter({ hasText: /result/ })).toBeInTheDocument()
  await settled()
  const [first, ...others] = texts()
  await expectActive().toBe(first)
  await press('ArrowDown')
  await expectActive().toBe(others[0])
  await press('End')
  await expectActive().toBe(others.at(-1))
  await press('ArrowDown')
  await expectActive().toBe(first)
  await expect.element(field()).toHaveAttribute('aria-activedescendant', active()!.id)
  await press('Enter')
  await expectAddress('/dpr-details/DPR-1001')
  await expectHeading('Retail Customer Purchase Histories')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()

  await press('/')
  const recent = page.getByRole('group', { name: 'Recent' })
  await expect.element(recent.getByText('Retail Customer').first()).toBeVisible()
})

test('Escape returns the focus to where it was, and a slash is a slash in a field', async () => {
  const nothing = { groups: [] }
  await renderPage('/manage-dprs', {
    viewer: client,
    answers: { ...noDprs, 'search.everything': nothing },
  })
  const button = page.getByRole('button', { name: 'Search', exact: true })
  await focusOn(button)
  await press('Enter')
  await expect.element(field()).toHaveFocus()
  await userEvent.keyboard('a/b')
  await expect.element(field()).toHaveValue('a/b')
  await press('Escape')
  await expect.element(field()).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
  await press('Control+k')
  await expect.element(field()).toBeVisible()
  await press('Control+k')
  await expect.element(field()).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
})

test('a slash in a field of the page is typed, and opens nothing', async () => {
  await renderComponent(
    <PaletteProvider>
      <input aria-label="Note" />
    </PaletteProvider>,
  )
  const note = page.getByLabelText('Note')
  await focusOn(note)
  await userEvent.keyboard('either/or')
  await expect.element(note).toHaveValue('either/or')
  await expect.element(field()).not.toBeInTheDocument()
})

test('it goes to pages, opens messages, and changes the theme', { tags: 'long' }, async () => {
  await renderPage('/manage-dprs', {
    viewer: client,
    answers: {
      ...noDprs,
      'search.everything': { groups: [] },
      'negotiation.list': { items: [] },
      'settings.listSessions': { items: [] },
    },
  })
  const run = async (text: string, label: string) => {
    await open(text)
    await expectActive().toContain(label)
    await press('Enter')
    await expect.element(field()).not.toBeInTheDocument()
  }
  await run('privacy', 'Privacy & Security')
  await expectHeading(/Privacy/)
  await run('dark', 'Dark Theme')
  await expect.poll(() => document.documentElement.className).toContain('dark')
  await run('messages', 'Messages')
  const messages = page.getByRole('dialog', { name: /Messages/ })
  await expect.element(messages.getByText('No conversations yet')).toBeVisible()
})

test('a visitor searches the sample marketplace and is offered to sign in', {
  tags: 'long',
}, async () => {
  const company = group('company', { title: 'Meridian Synthetics', page: 'meridian-synthetics' })
  await renderPage('/marketplace', {
    answers: {
      ...noMarket,
      'search.everything': ({ text }) => (text === 'meridian' ? company : { groups: [] }),
    },
  })
  await open('meridian')
  await expect.element(options().filter({ hasText: 'Meridian Synthetics' }).first()).toBeVisible()
  await field().fill('sign')
  await expectActive().toContain('Sign In')
  await press('Enter')
  await expectAddress('/auth?next=%2Fmarketplace')
})

test('staff finds a payment, and everything of an organization', { tags: 'long' }, async () => {
  const payment = { id: 'PAY-1', title: 'CTR-2001 to Halden Retail', page: 'CTR-2001' }
  await renderPage('/admin/search', {
    viewer: staff,
    answers: {
      'search.everything': {
        groups: [
          { kind: 'organization', hits: [{ kind: 'organization', title: 'Halden Retail' }] },
          { kind: 'payment', hits: [{ kind: 'payment', ...payment }] },
          { kind: 'contract', hits: [{ kind: 'contract', id: 'CTR-2001' }], hasMore: true },
        ],
      },
      'search.staff.list': ({ kind }) => ({
        items: Array.from({ length: 6 }, (_, n) => ({ kind, id: `CTR-200${n}` })),
      }),
      'books.staff.overview': {},
      'books.staff.entries': ({ contractId }) => ({ items: [{ contractId: contractId ?? null }] }),
      'payouts.listAttention': { items: [] },
    },
  })
  await open('Halden Retail')
  const found = page.getByRole('group', { name: 'Payments' }).getByRole('option').first()
  await expect.element(found).toBeVisible()
  await settled()
  const label = found.element().textContent
  for (let steps = texts().indexOf(label); steps > 0; steps -= 1) await press('ArrowDown')
  await expectActive().toBe(label)
  await press('Enter')
  await expectAddress('/admin/ledger?tab=entries&contract=CTR-2001')
  const entries = page.getByRole('region', { name: 'Entries' })
  await expect.element(entries.getByText('CTR-2001').first()).toBeVisible()

  await open('Halden Retail')
  await expect.element(options().filter({ hasText: 'All results' })).toBeVisible()
  await press('End', 'Enter')
  await expectAddress(/^\/admin\/search\?q=Halden/)
  await page.getByRole('button', { name: 'Show all Contracts' }).click()
  await expectAddress(/kind=contract$/)
  await expect.element(page.getByRole('button', { name: 'Show every kind' })).toBeVisible()
  const last = page.getByRole('listitem').filter({ hasText: 'CTR-' }).nth(5)
  await expect.element(last).toBeVisible()
  expect(await axeFaults()).toEqual([])
})

test('what finds nothing says so, and what fails is tried again', { tags: 'long' }, async () => {
  const api = await renderPage('/marketplace', {
    answers: { ...noMarket, 'search.everything': { groups: [] } },
  })
  await open('nothing of the kind')
  await expect.element(page.getByText('Nothing found for “nothing of the kind”')).toBeVisible()
  api.answer({ 'search.everything': refuse('internal') })
  await field().fill('retail')
  const again = page.getByRole('button', { name: 'Try again' })
  await expect.element(again).toBeVisible()
  api.answer({ 'search.everything': requests })
  await again.click()
  await expect.element(options().first()).toBeVisible()
})

test.each(casesOf<'light' | 'dark'>(['dark'], ['light']))(
  'it is a sheet on a phone, and accessible (%s)',
  { tags: 'long' },
  async (theme) => {
    await renderPage('/vendor-my-offers', {
      ...phone,
      theme,
      answers: { 'search.everything': requests, 'offers.listSent': { items: [] } },
    })
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect.element(field()).toHaveFocus()
    expect(await axeFaults()).toEqual([])
    await field().fill('patient')
    await expect.element(options().first()).toBeVisible()
    const box = () => page.getByRole('dialog').element().getBoundingClientRect().toJSON()
    await expect.poll(box).toMatchObject({ x: 0, y: 0, ...phone })
    await settled()
    expect(await axeFaults()).toEqual([])
    await page.getByRole('button', { name: 'Close' }).click()
    await expect.element(field()).not.toBeInTheDocument()
    expect(await axeFaults()).toEqual([])
  },
)
