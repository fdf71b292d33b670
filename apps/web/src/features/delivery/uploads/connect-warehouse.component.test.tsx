/** Tests that a vendor chooses tables of a connection in place of files, and sees what keeps the delivery waiting. */
import { uuid } from '@testing/example.ts'
import { expectSound } from '@testing/expect-sound.ts'
import { contractPage } from '@testing/page-answers.ts'
import { renderPage } from '@testing/render.tsx'
import { vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const settings = {
  kind: 'postgres',
  ...{ host: 'warehouse.test', port: 5432, database: 'shop', user: 'reader' },
  ...{ isTls: true, caCertificate: '' },
} as const
const connection = { id: uuid(3), name: 'Sales warehouse', settings, canWrite: true }

test('tables are chosen among those that the connection lists', { tags: 'scaled' }, async () => {
  const api = await renderPage('/data-upload/CTR-2001', {
    viewer: vendor,
    answers: {
      ...contractPage({ side: 'vendor', status: 'in_progress' }),
      'deliveries.latest': null,
      'connections.list': { items: [connection] },
      'connections.objects': {
        objects: [
          { name: 'sales.customers', rows: 5000, bytes: null },
          { name: 'sales.orders', rows: null, bytes: null },
        ],
        isComplete: true,
      },
      'deliveries.connect': { status: 'inspecting', isConnected: true, fileCount: 1 },
    },
  })
  await page.getByRole('tab', { name: 'Connect a warehouse' }).click()
  const read = page.getByRole('button', { name: 'Read Tables' })
  await expect.element(read).toBeDisabled()
  await page.getByLabelText(/sales\.customers/).click()
  await expectSound()
  await read.click()
  await expect.element(page.getByText('Reading your tables')).toBeVisible()
  expect(api.calls('deliveries.connect')).toEqual([
    { contractId: 'CTR-2001', connectionId: connection.id, objects: ['sales.customers'] },
  ])
})

test('a source that does not answer says why, and that nothing is charged twice', async () => {
  const awayReason = 'The database cannot be reached.'
  const connected = { connectionId: connection.id, name: 'Sales warehouse', awayReason }
  await renderPage('/data-upload/CTR-2001', {
    viewer: vendor,
    answers: {
      ...contractPage({ side: 'vendor', status: 'in_progress' }),
      'deliveries.latest': {
        ...{ status: 'queued', isConnected: true, notice: 'source_away' },
        connected: { ...connected, kind: 'postgres', objects: ['sales.customers'] },
      },
    },
  })
  await expect
    .element(page.getByText(/cannot be reached\. We cannot read your source/))
    .toBeVisible()
  await expect.element(page.getByText(/read through your connection/)).toBeVisible()
})

test('an account that could write is marked in the list of connections', {
  tags: 'long',
}, async () => {
  await renderPage('/sources', {
    viewer: vendor,
    answers: { 'sources.list': { items: [] }, 'connections.list': { items: [connection] } },
  })
  await expect.element(page.getByText(/Could also write/)).toBeVisible()
  await expectSound()
})
