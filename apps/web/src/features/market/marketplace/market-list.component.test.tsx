/** A vendor looks for work in the marketplace. */
import type { MarketLabel, MarketSort } from '@semblance/contract'
import { choose, expectAddress, expectToast, settled } from '@testing/interactions.ts'
import { dprPage, marketPage } from '@testing/page-answers.ts'
import type { InputOf } from '@testing/procedures.ts'
import { reloadPage, renderPage } from '@testing/render.tsx'
import { casesOf } from '@testing/test-length.ts'
import { client, vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const card = (title: string) => page.getByRole('article').filter({ hasText: title })
/** The requests in the order of the marketplace. */
const titles = () =>
  page
    .getByRole('article')
    .getByRole('heading')
    .elements()
    .map((heading) => heading.textContent)
const expectTitles = async (expected: readonly string[]) =>
  await expect.poll(titles).toEqual(expected)

const browsed = (answer: (asked: InputOf<'market.browse'>) => readonly string[]) => ({
  ...marketPage,
  'market.browse': (asked: InputOf<'market.browse'>) => ({
    items: answer(asked).map((title) => ({ id: `DPR-${title}`, title })),
  }),
})

const orders: Record<MarketSort, { label: string; titles: string[] }> = {
  newest: { label: 'Newest', titles: ['Tides', 'Tugs', 'Berths'] },
  'budget-high': { label: 'Budget, high to low', titles: ['Berths', 'Tugs', 'Tides'] },
  'budget-low': { label: 'Budget, low to high', titles: ['Tides', 'Berths', 'Tugs'] },
  deadline: { label: 'Deadline', titles: ['Tugs', 'Tides', 'Berths'] },
  offers: { label: 'Offers', titles: ['Tugs', 'Berths', 'Tides'] },
}

const [first, ...others] = Object.entries(orders)

test.each(casesOf([first!], others))(
  'sorted by %s, the order is in the address and survives a reload',
  { tags: 'scaled' },
  async (sort, { label, titles: order }) => {
    const other = sort === 'deadline' ? 'offers' : 'deadline'
    await renderPage(`/marketplace?search=port&sort=${other}`, {
      viewer: vendor,
      answers: browsed((asked) => orders[asked.sort ?? 'newest'].titles),
    })
    await expectTitles(orders[other].titles)
    await choose('Sort', label)
    await expectTitles(order)
    await expectAddress(`/marketplace?search=port${sort === 'newest' ? '' : `&sort=${sort}`}`)
    await reloadPage()
    await expectTitles(order)
  },
)

test('typed words and a category narrow the list and are in the address, and nothing found says so', async () => {
  const found: Record<string, string[]> = {
    'port quays all': ['Berths'],
    'port all': ['Tugs', 'Tides'],
    'port iot': ['Tides'],
  }
  const api = await renderPage('/marketplace', {
    viewer: vendor,
    answers: browsed(({ search, category }) => found[`${search} ${category}`] ?? []),
  })
  const search = page.getByRole('searchbox', { name: 'Search DPRs' })
  await search.fill('port quays')
  await expectTitles(['Berths'])
  await expectAddress('/marketplace?search=port+quays')
  await search.fill('port')
  await expectTitles(['Tugs', 'Tides'])
  await page.getByRole('radio', { name: /^IoT/ }).click()
  await expectAddress('/marketplace?search=port&category=iot')
  await expectTitles(['Tides'])
  await search.fill('nothing of the kind')
  await expectTitles([])
  expect(api.calls('market.browse').at(-1)).toMatchObject({
    search: 'nothing of the kind',
    category: 'iot',
  })
})

test('every card carries its label with its rule, and the way to the offer or to the one already sent', async () => {
  const labels: Record<string, { id: MarketLabel; text: string }> = {
    Berths: { id: 'high_value', text: 'High Value' },
    Cranes: { id: 'premium', text: 'Premium' },
    Tugs: { id: 'urgent', text: 'Urgent' },
    Tides: { id: 'new', text: 'New' },
    Pilots: { id: 'hot', text: 'Hot' },
    Ferries: { id: 'competitive', text: 'Competitive' },
  }
  await renderPage('/marketplace', {
    viewer: vendor,
    answers: {
      ...marketPage,
      'market.browse': {
        items: Object.entries(labels).map(([title, label]) => ({
          id: `DPR-${title}`,
          title,
          label: label.id,
          offered: title === 'Pilots',
        })),
      },
    },
  })
  for (const [title, label] of Object.entries(labels)) {
    const badge = card(title).getByRole('button', { name: new RegExp(`^${label.text} ?: \\S`) })
    await expect.element(badge).toBeVisible()
  }
  await expect
    .element(card('Pilots').getByRole('link', { name: 'Offer sent' }))
    .toHaveAttribute('href', '/vendor-my-offers')
  await expect
    .element(card('Tugs').getByRole('link', { name: 'Submit Offer on Tugs' }))
    .toHaveAttribute('href', '/submit-offer/DPR-Tugs')
})

test('more requests load below, and the address keeps how many', { tags: 'long' }, async () => {
  const many = Array.from({ length: 13 }, (_, index) => ({
    id: `DPR-${index}`,
    title: `Request ${13 - index}`,
  }))
  const api = await renderPage('/marketplace', {
    viewer: vendor,
    answers: {
      ...marketPage,
      'market.browse': ({ cursor, limit = 0 }) => {
        const end = Number(cursor ?? 0) + limit
        const nextCursor = end < many.length ? String(end) : null
        return { items: many.slice(Number(cursor ?? 0), end), nextCursor }
      },
    },
  })
  const first = (count: number) => many.slice(0, count).map(({ title }) => title)
  await expectTitles(first(6))
  await page.getByRole('button', { name: 'Load More DPRs' }).click()
  await expectAddress('/marketplace?shown=12')
  await expectTitles(first(12))
  await reloadPage()
  await expectTitles(first(12))
  expect(api.calls('market.browse').at(-1)?.limit).toBe(12)
})

test('a request has an address of its own, where a question is asked and answered', async () => {
  const question = { question: 'Are night shifts marked?', isOwn: true, answer: null }
  const api = await renderPage('/marketplace?view=cards', {
    viewer: vendor,
    answers: {
      ...browsed(() => ['Pilots']),
      ...dprPage({ id: 'DPR-Pilots', title: 'Pilots', isOwn: false }),
    },
  })
  await page.getByRole('link', { name: 'View Details of Pilots' }).click()
  await expectAddress('/marketplace/DPR-Pilots')
  await page.getByLabelText('Your question').fill('Are night shifts marked?')
  api.answer({ 'dprs.ask': question, 'dprs.questions': { items: [question] } })
  await page.getByRole('button', { name: 'Ask Question' }).click()
  await expectToast('Question Sent')
  await expect.element(page.getByText('Not answered yet.')).toBeVisible()
  expect(api.calls('dprs.ask')).toEqual([
    { dprId: 'DPR-Pilots', question: 'Are night shifts marked?' },
  ])
  api.answer({ 'dprs.questions': { items: [{ ...question, answer: 'Yes, in a column.' }] } })
  await api.emit({ topic: 'dpr.changed', id: 'DPR-Pilots' })
  await expect.element(page.getByText('Yes, in a column.')).toBeVisible()
  await expect.element(page.getByText('Not answered yet.')).not.toBeInTheDocument()
})

test('the filters are in the address, asked of the server, named above the list and cleared', async () => {
  const api = await renderPage('/marketplace?from=8000&column=kwh', {
    viewer: vendor,
    answers: browsed(() => ['Tides']),
  })
  const filters = page.getByRole('complementary', { name: 'Filters' })
  await filters.getByLabelText(/^High/).click()
  await filters.getByRole('radio', { name: /^7 days/ }).click()
  await filters.getByLabelText(/^No offers yet/).click()
  await expectAddress(
    '/marketplace?from=8000&closing=week&privacy=high&column=kwh&wishes=no_offers',
  )
  await expect
    .poll(() => api.calls('market.browse').at(-1))
    .toMatchObject({
      budgetFromUsd: 8000,
      closing: 'week',
      privacy: ['high'],
      column: 'kwh',
      wishes: ['no_offers'],
    })
  await page.getByRole('button', { name: 'Remove From $8K' }).click()
  await expectAddress('/marketplace?closing=week&privacy=high&column=kwh&wishes=no_offers')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expectAddress('/marketplace')
})

test('a client only reads: no offers, no offer counts, and any request as a template', async () => {
  await renderPage('/marketplace', {
    viewer: client,
    answers: {
      ...marketPage,
      'market.browse': {
        items: [
          { id: 'DPR-1', title: 'Pilots', offersCount: 7 },
          { id: 'DPR-2', title: 'Tides', isOwn: true },
        ],
      },
    },
  })
  await expect
    .element(card('Pilots').getByRole('link', { name: /^Use as template/ }))
    .toHaveAttribute('href', '/create-dpr?from=DPR-1')
  await expect
    .element(card('Tides').getByRole('link', { name: /^Your request/ }))
    .toHaveAttribute('href', '/dpr-details/DPR-2')
  await expect.element(page.getByText('Client Dashboard')).toBeVisible()
  expect(page.getByText('Submit Offer').elements()).toEqual([])
  expect(page.getByText('Competition').elements()).toEqual([])
  await reloadPage('/marketplace?view=cards')
  await expect.element(card('Pilots')).toBeVisible()
  expect(page.getByText('Competition').elements()).toEqual([])
})

test('on a phone the first request begins within 320 pixels', { tags: 'long' }, async () => {
  await renderPage('/marketplace', { viewer: vendor, answers: browsed(() => ['Tides']) })
  await page.viewport(390, 844)
  await expect.element(card('Tides')).toBeVisible()
  expect(card('Tides').element().getBoundingClientRect().top).toBeLessThan(320)
})

test('more requests that arrive later do not change the address of the next page', {
  tags: 'long',
}, async () => {
  const many = Array.from({ length: 7 }, (_, index) => ({
    id: `DPR-${index}`,
    title: `Port ${index}`,
  }))
  const api = await renderPage('/marketplace?view=cards', {
    viewer: vendor,
    answers: {
      ...marketPage,
      'market.browse': ({ cursor }) =>
        cursor ? { items: many.slice(6) } : { items: many.slice(0, 6), nextCursor: '6' },
      ...dprPage({ id: 'DPR-3', title: 'Port 3', isOwn: false }),
    },
  })
  const answer = api.hold('market.browse')
  await page.getByRole('button', { name: 'Load More DPRs' }).click()
  await expect.poll(() => api.calls('market.browse').at(-1)?.cursor).toBe('6')
  await page.getByRole('link', { name: 'View Details of Port 3' }).click()
  await expectAddress('/marketplace/DPR-3')
  answer()
  await settled()
  await expectAddress('/marketplace/DPR-3')
})
