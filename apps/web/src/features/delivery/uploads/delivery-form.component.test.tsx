import { errors } from '@semblance/contract'
import { expectToast } from '@testing/interactions.ts'
import { contractPage } from '@testing/page-answers.ts'
import { renderPage } from '@testing/render.tsx'
import { vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

test('no file and a wrong type are refused, and what was refused for its content says why', async () => {
  const answers = contractPage({ side: 'vendor', status: 'in_progress' })
  const api = await renderPage('/data-upload/CTR-2001', { viewer: vendor, answers })
  await page.getByLabelText(/Delivery notes/).fill('Please read it.')
  await page.getByRole('button', { name: 'Submit Delivery' }).click()
  await expectToast('No Files Selected', 'Please upload at least one file.')
  const picker = document.querySelector<HTMLElement>('input[type=file]')!
  await userEvent.upload(picker, new File(['x'], 'notes.pdf', { type: 'application/pdf' }))
  await expect
    .element(page.getByText(`notes.pdf was not added. ${errors.file_type_refused.message}`))
    .toBeVisible()
  expect(api.calls('deliveries.inspect')).toEqual([])
  await expect.element(page.getByLabelText(/Delivery notes/)).toHaveValue('Please read it.')

  await renderPage('/data-upload/CTR-2001', {
    viewer: vendor,
    answers: {
      'deliveries.latest': { status: 'draft', reason: 'data.csv: This is prose', notes: 'Please' },
    },
  })
  await expect.element(page.getByText(/^data\.csv: .+/)).toBeVisible()
  await expect.element(page.getByLabelText(/Delivery notes/)).toHaveValue('Please')
  await expect.element(page.getByRole('button', { name: 'Submit Delivery' })).toBeVisible()
})
