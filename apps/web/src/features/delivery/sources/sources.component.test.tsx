/** The vendor's sources: what their measurements have spent, and the choice among them. */
import { refuse } from '@testing/fake-api.ts'
import { choose, expectToast } from '@testing/interactions.ts'
import { contractPage, sentOfferPage } from '@testing/page-answers.ts'
import type { OutputOf, Sketch } from '@testing/procedures.ts'
import { renderPage } from '@testing/render.tsx'
import { vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'

const source: Sketch<OutputOf<'sources.get'>> = {
  id: 'SRC-8001',
  name: 'Loyalty panel',
  limitEpsilon: 6,
  limitRaisedAt: null,
  spent: { epsilon: 3, delta: 1e-6 },
  committed: { epsilon: 4.3511, delta: 2e-6 },
  committedShare: 0.58,
  leftEpsilon: 2.9,
}

const expectSays = async (part: Locator, text: string) =>
  await expect.poll(() => part.element().textContent).toContain(text)

const twinId = '0190a1b2-0000-7000-8000-000000000001'

test('a source shows what is spent, what is under way, and on what', { tags: 'long' }, async () => {
  await renderPage('/sources', {
    viewer: vendor,
    answers: {
      'sources.list': { items: [source] },
      'connections.list': { items: [] },
      'sources.spendings': {
        items: [
          { purpose: 'delivery', deal: 'CTR-2002', twinTitle: null, state: 'reserved', epsilon: 3 },
          { purpose: 'delivery', deal: twinId, twinTitle: 'Members', state: 'spent', epsilon: 1 },
          { purpose: 'preview', deal: 'OFR-3001', state: 'spent', epsilon: 2.981 },
          { purpose: 'delivery', deal: 'CTR-2001', twinTitle: null, state: 'released', epsilon: 3 },
          {
            ...{ purpose: 'delivery', deal: 'CTR-2004', state: 'spent', epsilon: 0.712 },
            twinTitle: null,
            drawnFrom: { id: twinId, deal: 'CTR-2003', twinTitle: null },
          },
        ],
      },
    },
  })
  const panel = page.getByRole('region', { name: 'Loyalty panel' })
  await expectSays(panel, 'Spent, per rowε 3, δ 1e-6')
  await expectSays(panel, 'With what is under wayε 4.36, δ 2e-6')
  await expectSays(panel, 'Limitε 6 at δ 1e-6')
  await page.getByRole('button', { name: 'Show Measurements' }).click()
  await expectSays(panel, 'Delivery for CTR-2002')
  await expectSays(panel, 'Up to ε 3 is reserved until it ends.')
  await expectSays(panel, 'Twin for a listing: Members')
  const twin = panel.getByRole('link', { name: 'Members' })
  await expect.element(twin).toHaveAttribute('href', `/vendor-listings/measure/${twinId}`)
  await expectSays(panel, 'Preview for OFR-3001')
  await expectSays(panel, 'ε 2.99 spent.')
  await expectSays(panel, 'Ended before anything was measured: nothing spent.')
  await expectSays(
    panel,
    'Rows drawn from what was measured for CTR-2003, which costs nothing. Its report took ε 0.72 by itself.',
  )
})

test('an administrator sets the limit, and reads what is in the way', async () => {
  const api = await renderPage('/sources', {
    viewer: vendor,
    answers: {
      'sources.list': { items: [source] },
      'connections.list': { items: [] },
      'sources.setLimit': refuse('limit_below_spent', { field: 'epsilon' }),
    },
  })
  await page.getByRole('button', { name: 'Set Limit' }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabelText('Limit (ε)')
  await field.fill('0')
  await expectSays(dialog, 'Enter a number from 0.01 to 20.')
  await field.fill('2')
  await dialog.getByRole('button', { name: 'Set Limit' }).click()
  await expectSays(dialog, 'This limit is below what was already spent')
  api.answer({ 'sources.setLimit': { ...source, limitEpsilon: 8 } })
  await field.fill('8')
  await dialog.getByRole('button', { name: 'Set Limit' }).click()
  await expectToast('Limit Set')
  expect(api.calls('sources.setLimit').at(-1)).toEqual({ id: 'SRC-8001', epsilon: 8 })
})

test('other members see no button for the limit', async () => {
  await renderPage('/sources', {
    viewer: { ...vendor, roles: ['vendor'] },
    answers: { 'sources.list': { items: [source] }, 'connections.list': { items: [] } },
  })
  await expect.element(page.getByRole('region', { name: 'Loyalty panel' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Set Limit' })).not.toBeInTheDocument()
})

test('a delivery is submitted with the source that the vendor chose', async () => {
  const api = await renderPage('/data-upload/CTR-2001', {
    viewer: vendor,
    answers: {
      ...contractPage({ side: 'vendor', status: 'in_progress' }),
      'dprs.get': { dataContract: null },
      'sources.list': { items: [source] },
      'connections.list': { items: [] },
      'deliveries.latest': {
        status: 'review',
        review: [{ name: 'panel', columns: [{ name: 'age', kind: 'integer' }] }],
        fileCount: 1,
      },
      'deliveries.submit': { status: 'queued' },
    },
  })
  const panel = page.getByRole('region', { name: 'Privacy account' })
  await expectSays(panel, 'New data, measured for the first time')
  await choose('Source of the data', 'Loyalty panel')
  await expectSays(panel, 'Up to ε 2.9 more fits.')
  await page.getByRole('button', { name: 'Confirm and Submit Delivery' }).click()
  await expect.poll(() => api.calls('deliveries.submit').at(-1)?.source).toEqual({ id: 'SRC-8001' })
})

test('a sample goes to the source of an earlier preview unless the vendor says otherwise', async () => {
  await renderPage('/offer-details/OFF-3001', {
    viewer: vendor,
    answers: { ...sentOfferPage({ status: 'pending' }), 'sources.ofDeal': source },
  })
  const panel = page.getByRole('region', { name: 'Preview for the client' })
  await expectSays(panel, 'Loyalty panel')
  await expectSays(panel, 'Spent or reserved: ε 4.36, δ 2e-6. Limit: ε 6.')
})

const overlap = { id: 'SRC-8001', name: 'Loyalty panel', match: 'some_rows' } as const

test('data that was measured before has its source chosen for it, with the reason, and no other to choose', async () => {
  const api = await renderPage('/data-upload/CTR-2001', {
    viewer: vendor,
    answers: {
      ...contractPage({ side: 'vendor', status: 'in_progress' }),
      'dprs.get': { dataContract: null },
      'sources.list': { items: [{ ...source, id: 'SRC-8002', name: 'Other panel' }] },
      'sources.get': source,
      'deliveries.latest': {
        status: 'review',
        review: [{ name: 'panel', columns: [{ name: 'age', kind: 'integer' }] }],
        overlaps: [overlap],
        fileCount: 1,
      },
      'deliveries.submit': { status: 'queued' },
    },
  })
  const panel = page.getByRole('region', { name: 'Privacy account' })
  await expectSays(
    panel,
    'Some of these rows are accounted for already, as Loyalty panel (SRC-8001).',
  )
  await expectSays(panel, 'We cannot tell where values were changed')
  await expectSays(panel, 'Up to ε 2.9 more fits.')
  await page.getByRole('combobox', { name: 'Source of the data' }).click()
  await expect.element(page.getByRole('option', { name: 'Loyalty panel' })).toBeVisible()
  expect(page.getByRole('option').elements()).toHaveLength(1)
  await page.getByRole('option', { name: 'Loyalty panel' }).click()
  await page.getByRole('button', { name: 'Confirm and Submit Delivery' }).click()
  await expect.poll(() => api.calls('deliveries.submit')).toHaveLength(1)
  expect(api.calls('deliveries.submit')[0]?.source).toBeUndefined() // the server chooses the same
})

test('beside a refused sample, the source that its rows belong to is named and chosen', async () => {
  await renderPage('/offer-details/OFF-3001', {
    viewer: vendor,
    answers: {
      ...sentOfferPage({ status: 'pending' }),
      'sources.ofDeal': { ...source, id: 'SRC-8002', name: 'Other panel' },
      'sources.get': source,
      'previews.sample': { state: 'refused', reason: 'Choose that source.', recognized: overlap },
    },
  })
  const panel = page.getByRole('region', { name: 'Preview for the client' })
  await expectSays(
    panel,
    'Some of these rows are accounted for already, as Loyalty panel (SRC-8001).',
  )
  const field = page.getByRole('combobox', { name: 'Source of the data' })
  await expect.element(field).toHaveTextContent('Loyalty panel')
})
