/** The client draws more rows on the page of its delivery, as far as the contract grants them. */
import { uuid } from '@testing/example.ts'
import { choose } from '@testing/interactions.ts'
import type { OutputOf, Sketch } from '@testing/procedures.ts'
import { renderPage } from '@testing/render.tsx'
import { client } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

type Rights = Sketch<OutputOf<'draws.rights'>>
type Drawn = NonNullable<Sketch<OutputOf<'draws.list'>>['items']>[number]

const granted = {
  term: { rows: 500, draws: 4 },
  drawsLeft: 3,
  obstacle: null,
  columns: ['age', 'city'],
} satisfies Rights

const open = (rights: Rights, draws: Drawn[] = []) =>
  renderPage('/download/DPR-1001?tab=files', {
    viewer: client,
    answers: {
      'deliveries.dataset': {
        dprId: 'DPR-1001',
        contractId: 'CTR-2001',
        contractStatus: 'completed',
      },
      'deliveries.fetched': { items: [] },
      'certificates.list': { items: [] },
      'previews.ofDelivery': { tables: [] },
      'draws.rights': rights,
      'draws.list': { items: draws },
    },
  })

const panel = page.getByRole('region', { name: 'More rows' })
const button = (name: string) => panel.getByRole('button', { name, exact: true })

test('rows are asked for with conditions, of which the page says that they make no fair sample', {
  tags: 'long',
}, async () => {
  const api = await open(granted)
  await expect
    .element(panel.getByText('Up to 500 rows, 4 times were agreed. 3 draws left.'))
    .toBeVisible()
  await button('Draw rows').click()
  await expect.element(panel.getByText('Enter whole rows, 1 to 500')).toBeVisible()
  await panel.getByLabelText('Rows', { exact: true }).fill('200')
  await expect.element(panel.getByText(/no fair sample/)).not.toBeInTheDocument()
  await button('Condition').click()
  await expect.element(panel.getByText(/no fair sample/)).toBeVisible()
  await choose('Comparison of condition 1', '>=')
  await panel.getByLabelText('Value of condition 1').fill('40')
  const queued: Drawn = {
    id: uuid(1),
    number: 1,
    status: 'queued',
    rows: 200,
    conditions: [{ column: 'age', is: 'at_least', value: '40' }],
    reason: null,
    jws: null,
    files: [],
  }
  api.answer({
    'draws.start': queued,
    'draws.list': { items: [queued] },
    'draws.rights': { ...granted, drawsLeft: 2, obstacle: 'Rows are being drawn.' },
  })
  await button('Draw rows').click()
  await expect.element(panel.getByText('The rows are being drawn. You can leave')).toBeVisible()
  await expect.element(panel.getByText('age>=40')).toBeVisible()
  expect(api.calls('draws.start')).toEqual([
    { contractId: 'CTR-2001', rows: 200, conditions: queued.conditions },
  ])
  const file = { id: uuid(2), name: 'people_more_1.csv', bytes: 900, sha256: 'a'.repeat(64) }
  api.answer({ 'draws.list': { items: [{ ...queued, status: 'ready', files: [file] }] } })
  await api.emit({ topic: 'contract.changed', id: 'CTR-2001' })
  await expect.element(button('Download people_more_1.csv')).toBeVisible()
})

test('a draw without rows says why, and a contract that grants none shows nothing', async () => {
  const reason = 'No row of the model meets the conditions. Set wider conditions.'
  const api = await open(granted, [
    { number: 2, status: 'refused', rows: 5, conditions: [], reason, jws: null, files: [] },
  ])
  await expect.element(panel.getByText(reason)).toBeVisible()
  api.answer({ 'draws.rights': { ...granted, term: null, drawsLeft: 0 } })
  await api.emit({ topic: 'contract.changed', id: 'CTR-2001' })
  await expect.element(panel).not.toBeInTheDocument()
})
