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
    await renderPage('/vendor-insights', {
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
    await renderPage('/vendor-insights', {
      viewer: vendor,
      answers: { 'scores.deliveries': { items: [] } },
    })
    await expect.element(page.getByText('Too few deliveries to tell')).toBeVisible()
    await expect
      .element(page.getByText(/at least 5 ended contracts with at least 3 clients/))
      .toBeVisible()
  })
})
