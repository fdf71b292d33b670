import { uuid } from '@testing/example.ts'
import { downloadBy } from '@testing/interactions.ts'
import { renderPage } from '@testing/render.tsx'
import { client } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const table = { id: uuid(1), name: 'accounts_synthetic.csv', bytes: 2000 }
const sheet = { id: uuid(2), name: 'accounts_synthetic.xlsx', bytes: 3000 }
const at = new Date('2026-03-02T09:30:00Z')
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('a table is fetched as it is and as Excel, with its checksums, and the log says who fetched what', async () => {
  const link = { url: '/healthz?signed', expiresAt: at }
  const api = await renderPage('/download/DPR-1001?tab=files', {
    viewer: client,
    answers: {
      'deliveries.dataset': {
        dprId: 'DPR-1001',
        contractStatus: 'pending_review',
        files: [table],
      },
      'deliveries.fetched': { items: [] },
      'certificates.list': { items: [] },
      'draws.rights': { term: null },
      'previews.ofDelivery': { tables: [] },
      'deliveries.fileLink': link,
      'deliveries.checksumsLink': link,
    },
  })
  await downloadBy(() => button(`Download ${table.name}`).click())
  await button(`Other formats of ${table.name}`).click()
  api.answer({ 'deliveries.convert': null })
  await page.getByRole('menuitem', { name: 'Download as Excel' }).click()
  await expect.element(page.getByText('making Excel')).toBeVisible()
  await downloadBy(async () => {
    api.answer({ 'deliveries.convert': sheet })
  })
  expect(api.calls('deliveries.convert').at(-1)).toEqual({ fileId: table.id, format: 'xlsx' })
  expect(api.calls('deliveries.fileLink')).toEqual([{ fileId: table.id }, { fileId: sheet.id }])
  await downloadBy(() => button('Checksums (SHA-256)').click())
  expect(api.calls('deliveries.checksumsLink')).toEqual([{ dprId: 'DPR-1001' }])

  const rows = page.getByRole('region', { name: 'Download log' }).getByRole('listitem')
  await expect.element(rows).not.toBeInTheDocument()
  const fetched = ({ name, bytes }: { name: string; bytes: number }) => ({
    fileName: name,
    bytes,
    by: 'Claire Novak',
    at,
  })
  api.answer({ 'deliveries.fetched': { items: [sheet, table].map(fetched) } })
  await api.emit({ topic: 'delivery.fetched', id: uuid(3) })
  const texts = () => rows.elements().map((row) => row.textContent)
  await expect
    .poll(texts)
    .toEqual([
      expect.stringMatching(/^accounts_synthetic\.xlsxClaire Novak · .+ · [\d.]+ KB$/),
      expect.stringMatching(/^accounts_synthetic\.csvClaire Novak · .+ · [\d.]+ KB$/),
    ])
})
