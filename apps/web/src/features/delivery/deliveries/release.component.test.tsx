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
      'certificates.list': { items: [] },
      'draws.rights': { term: null },
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

test('a price that follows the accuracy is explained before it is released, with what comes back', async () => {
  await renderPage('/download/DPR-1001', {
    viewer: client,
    answers: {
      'deliveries.dataset': {
        dprId: 'DPR-1001',
        contractStatus: 'pending_review',
        vendorName: 'Meridian',
        files: [{ name: 'adult.csv', bytes: 2000 }],
        priceCents: 10_000_00n,
        heldCents: 7_000_00n,
        releasedCents: 3_000_00n,
        duePrice: {
          cents: 8_000_00n,
          accuracyTenths: 925,
          interval: { lowTenths: 912, highTenths: 937, lowCents: 6_960_00n, highCents: 8_960_00n },
          minPercent: 90,
          targetPercent: 95,
          floorPercent: 60,
        },
      },
      'deliveries.fetched': { items: [] },
      'certificates.list': { items: [] },
      'draws.rights': { term: null },
      'previews.ofDelivery': { tables: [] },
    },
  })
  const how = 'At the published accuracy of 92.5% the price is $8,000.00 of $10,000.00'
  await expect.element(page.getByText(how)).toBeVisible()
  const ends = /between 91.2% and 93.7%.*\$6,960.00 at the one end and \$8,960.00 at the other/
  await expect.element(page.getByText(ends)).toBeVisible()
  await page.getByRole('button', { name: 'Download All Files and Release Escrow' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Release $5,000 to Meridian?' })
  await expect.element(dialog).toBeVisible()
  for (const [term, value] of [
    ['Released so far', '$3,000'],
    ['Released now, from escrow', '$5,000'],
    ['Total to Meridian', '$8,000'],
    ['Back to you, and the fee on it', '$2,000'],
  ])
    expect(
      [...dialog.element().querySelectorAll('dl > div')].map((row) => row.textContent),
    ).toContain(`${term}${value}`)
})
