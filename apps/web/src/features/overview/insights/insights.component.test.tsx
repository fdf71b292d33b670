import { renderPage } from '@testing/render.tsx'
import { vendor } from '@testing/viewers.ts'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'

const delivery = {
  title: 'Baskets',
  endedAt: new Date('2026-10-01T00:00:00Z'),
  accuracyPercent: 92,
  expectedPercent: 94,
  accuracy: 0.8,
  gate: 1,
  punctuality: 0,
  reviews: null,
}

describe('insights', () => {
  it('show the score with its range, each part with its weight, and what each delivery moved', async () => {
    await renderPage('/vendor-insights?tab=quality', {
      viewer: vendor,
      answers: {
        'scores.get': {
          total: { value: 87, low: 61, high: 97 },
          deliveries: 14,
          clients: 4,
          parts: [
            { id: 'gate', points: { value: 19, low: 13, high: 20 }, count: 14, figure: 13 },
            { id: 'answers', points: null, count: 0, figure: null },
          ],
        },
        'scores.deliveries': {
          items: [
            { ...delivery, contractId: 'CTR-2', state: 'counts', moves: -7.2 },
            { ...delivery, contractId: 'CTR-1', state: 'uncounted', moves: null },
          ],
        },
      },
    })
    await expect
      .element(page.getByText('Range 61 to 97, from 14 deliveries to 4 clients'))
      .toBeVisible()
    await expect.element(page.getByText('13 of 14 deliveries')).toBeVisible()
    await expect.element(page.getByText('Too little is known to tell')).toBeVisible()
    await expect.element(page.getByText('−7.2')).toBeVisible()
    await expect.element(page.getByText('Not counted', { exact: true })).toBeVisible()
    await expect.element(page.getByText('92.0% of 94.0% expected').first()).toBeVisible()
  })

  it('say in plain words that there are too few deliveries', async () => {
    await renderPage('/vendor-insights?tab=quality', {
      viewer: vendor,
      answers: { 'scores.deliveries': { items: [] } },
    })
    await expect.element(page.getByText('Too few deliveries to tell')).toBeVisible()
    await expect
      .element(page.getByText(/at least 5 ended contracts with at least 3 clients/))
      .toBeVisible()
  })

  it('show demand by quarter, and say where too few organizations are behind it', async () => {
    const told = {
      startsOn: '2026-07-01',
      requests: 25,
      budget: { lowCents: 900_000n, highCents: 1_800_000n },
      byCategory: [
        { key: 'retail', requests: 15 },
        { key: null, requests: 10 },
      ],
      byPrivacy: null,
      byBudget: null,
      columns: [
        { name: 'store_id', requests: 15 },
        { name: 'promotion', requests: 10 },
      ],
    } as const
    const untold = {
      ...{ requests: null, budget: null, byCategory: null, byPrivacy: null, byBudget: null },
      columns: [],
    }
    await renderPage('/vendor-insights?category=finance', {
      viewer: vendor,
      answers: {
        'insights.demand': {
          quarters: [
            { ...told, byCategory: [...told.byCategory], columns: [...told.columns] },
            { ...untold, startsOn: '2026-04-01' },
          ],
          held: ['store_id'],
        },
      },
    })
    await expect.element(page.getByText('About 25')).toBeVisible()
    await expect.element(page.getByText('$9,000 – $18,000')).toBeVisible()
    await expect.element(page.getByText('Other categories')).toBeVisible()
    await expect.element(page.getByLabelText('Not among your columns')).toBeVisible()
    await expect.element(page.getByLabelText('You deliver or declare it')).toBeVisible()
    // Finance is counted with others: no bar of zero, which would say that there was no demand.
    await expect.element(page.getByText('Not enough organizations in any quarter.')).toBeVisible()
    await expect.element(page.getByText(/to tell its parts/).first()).toBeVisible()
  })

  it('put own offers beside the market’s, also where the market has none to show', async () => {
    const now = new Date()
    const openQuarter = new Date(
      Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (now.getUTCMonth() % 3), 1),
    )
      .toISOString()
      .slice(0, 10)
    const mine = { category: 'retail', decided: 4, won: 1, meanPriceCents: 1_250_000n } as const
    await renderPage('/vendor-insights?tab=offers', {
      viewer: vendor,
      answers: {
        'insights.offers': {
          quarters: [
            {
              startsOn: '2026-07-01',
              all: {
                decided: 40,
                wonPercent: 35,
                price: { lowCents: 1_000_000n, highCents: 2_000_000n },
              },
              byCategory: null,
            },
            { startsOn: '2026-04-01', all: null, byCategory: null },
          ],
          own: [
            { ...mine, startsOn: openQuarter },
            { ...mine, startsOn: '2025-01-01' },
            { ...mine, startsOn: '2026-07-01' },
            { ...mine, startsOn: '2026-04-01' },
          ],
        },
      },
    })
    await expect.element(page.getByText('About 35%')).toBeVisible()
    await expect.element(page.getByText('$10,000 – $20,000')).toBeVisible()
    await expect.element(page.getByText('25%').first()).toBeVisible()
    await expect.element(page.getByText('After its end').first()).toBeVisible()
    await expect.element(page.getByText('Not computed yet').first()).toBeVisible()
    await expect.element(page.getByText('Not enough organizations').first()).toBeVisible()
  })

  it('count the use of what is sold, by month and by listing', async () => {
    const counts = { listing: 3, sample: 0, preview: 1, offer: 2, download: 7 }
    await renderPage('/vendor-insights?tab=usage', {
      viewer: vendor,
      answers: {
        'insights.usage': { months: [{ startsOn: '2026-11-01', counts }] },
        'insights.listings': {
          items: [{ listingId: 'LST-401', title: 'Baskets', views: 9, viewers: 4, purchases: 2 }],
        },
      },
    })
    await expect
      .element(page.getByRole('img', { name: 'Downloads by month: November 2026 7.' }))
      .toBeVisible()
    await expect.element(page.getByRole('cell', { name: 'Baskets' })).toBeVisible()
  })
})
