import { quietDashboards } from '@testing/page-answers.ts'
import { renderPage } from '@testing/render.tsx'
import { vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const figures = () =>
  [
    ...page
      .getByRole('region', { name: 'Weekly Performance' })
      .element()
      .querySelectorAll('.figure'),
  ].map((figure) => [figure.previousElementSibling?.textContent, figure.textContent])

test('the week shows its views and the offers sent, and moves when an offer is looked at', async () => {
  const api = await renderPage('/vendor-dashboard', {
    viewer: vendor,
    answers: { ...quietDashboards, 'dashboards.vendor': { week: { views: 0, offersSent: 1 } } },
  })
  await expect.element(page.getByRole('region', { name: 'Weekly Performance' })).toBeVisible()
  expect(figures()).toEqual([
    ['Offer views', '0'],
    ['Offers sent', '1'],
    ['Median reply', '–'],
  ])
  api.answer({ 'dashboards.vendor': { week: { views: 1, offersSent: 1, medianReplyMinutes: 90 } } })
  await api.emit({ topic: 'offer.changed', id: 'OFF-3001' })
  await expect.poll(figures).toEqual([
    ['Offer views', '1'],
    ['Offers sent', '1'],
    ['Median reply', '1 h 30 min'],
  ])
})
