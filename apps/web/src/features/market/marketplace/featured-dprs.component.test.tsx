import { expectAddress } from '@testing/interactions.ts'
import { quietDashboards } from '@testing/page-answers.ts'
import { renderPage } from '@testing/render.tsx'
import { vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const panel = () => page.getByRole('region', { name: 'Featured DPRs' })
const choice = (name: RegExp) => panel().getByRole('checkbox', { name })
const rows = () =>
  panel()
    .getByRole('link', { name: /^Port/ })
    .elements()
    .map((link) => link.textContent)

test('the filters of the dashboard work together, and say so when nothing is left', async () => {
  const api = await renderPage('/vendor-dashboard', {
    viewer: vendor,
    answers: {
      ...quietDashboards,
      'market.suggestDprs': ({ search, budget = [], industry = [] }) => {
        const titles = budget.length > 0 ? ['Port tugs'] : ['Port tugs', 'Port tides']
        const items = search === 'port' && industry.length === 0 ? titles : []
        return { items: items.map((title) => ({ dpr: { title } })) }
      },
    },
  })
  await panel().getByRole('searchbox', { name: 'Search DPRs' }).fill('port')
  await expect.poll(rows).toEqual(['Port tugs', 'Port tides'])
  await choice(/^\$25K/).click()
  await expect.poll(rows).toEqual(['Port tugs'])
  await choice(/^Urgent/).click()
  await expectAddress(/timeline=urgent/)
  await expect.poll(rows).toEqual(['Port tugs'])
  await choice(/^Healthcare/).click()
  await expect.element(panel().getByText('No DPRs match your current filters.')).toBeVisible()
  await expectAddress(/industry=healthcare/)
  expect(api.calls('market.suggestDprs').at(-1)).toMatchObject({
    search: 'port',
    budget: ['25K'],
    industry: ['healthcare'],
    timeline: ['urgent'],
  })
  await panel().getByRole('button', { name: 'Clear filters' }).last().click()
  await expectAddress('/vendor-dashboard')
})

test('a second filter that is chosen before the first is drawn does not replace it', async () => {
  const api = await renderPage('/vendor-dashboard', { viewer: vendor, answers: quietDashboards })
  await expect.element(choice(/^Urgent/)).toBeVisible()
  const [urgent, healthcare] = [/^Urgent/, /^Healthcare/].map(
    (name) => choice(name).element() as HTMLElement,
  )
  urgent?.click()
  for (let turn = 0; turn < 100; turn++) await null
  healthcare?.click()
  await expectAddress(/industry=healthcare/)
  await expectAddress(/timeline=urgent/)
  await expect
    .poll(() => api.calls('market.suggestDprs').at(-1))
    .toMatchObject({
      industry: ['healthcare'],
      timeline: ['urgent'],
    })
})
