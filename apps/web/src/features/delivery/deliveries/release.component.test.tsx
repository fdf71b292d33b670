import { errors } from '@semblance/contract'
import { refuse } from '@testing/fake-api.ts'
import { expectToast } from '@testing/interactions.ts'
import { renderPage } from '@testing/render.tsx'
import { client } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

test('a release after one in another tab says that escrow has been released', async () => {
  const api = await renderPage('/download/DPR-1001', {
    viewer: client,
    answers: {
      'deliveries.dataset': {
        dprId: 'DPR-1001',
        contractStatus: 'pending_review',
        files: [{ name: 'adult.csv', bytes: 2000 }],
        priceCents: 18_500_00n,
        heldCents: 18_500_00n,
      },
      'deliveries.fetched': { items: [] },
      'certificates.list': [],
      'previews.ofDelivery': { tables: [] },
      'deliveries.release': refuse('already_released'),
    },
  })
  await page.getByRole('button', { name: 'Download All Files and Release Escrow' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('checkbox').click()
  await dialog.getByRole('button', { name: 'Download and release' }).click()
  await expectToast('Escrow not released', errors.already_released.message)
  expect(api.calls('deliveries.release')).toEqual([{ dprId: 'DPR-1001' }])
})
