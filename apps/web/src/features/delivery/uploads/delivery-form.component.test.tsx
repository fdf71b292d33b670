import { deliveryNotices, errors } from '@semblance/contract'
import { axeFaults, expectToast } from '@testing/interactions.ts'
import { contractPage } from '@testing/page-answers.ts'
import { reloadPage, renderPage } from '@testing/render.tsx'
import { vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { dateTime } from '@/lib/format.ts'

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

test('a problem on our side is said to the vendor, whose files stay', {
  tags: 'long',
}, async () => {
  const answers = contractPage({ side: 'vendor', status: 'in_progress' })
  const noticeSince = new Date('2026-11-20T09:30:00Z')
  const held = { status: 'held', notice: 'held', noticeSince, fileName: 'visits.csv' } as const
  const api = await renderPage('/data-upload/CTR-2001', {
    viewer: vendor,
    answers: { ...answers, 'deliveries.latest': held },
  })
  await expect.element(page.getByText(deliveryNotices.uploaded.held.vendor)).toBeVisible()
  await expect.element(page.getByText(dateTime(noticeSince))).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Cancel Delivery' })).toBeVisible()
  expect(await axeFaults()).toEqual([])
  api.answer({ 'deliveries.latest': { status: 'processing', notice: 'delayed' } })
  await reloadPage()
  await expect.element(page.getByText(deliveryNotices.uploaded.delayed.vendor)).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Synthetic processing' })).toBeVisible()
})

test('a refused file is named with its line and can be removed', async () => {
  const reason = 'visits.csv: A row has 2 instead of 4 columns (line 302).'
  const file = { id: 'upload-1', name: 'visits.csv', bytes: 90, receivedBytes: 90 }
  const api = await renderPage('/data-upload/CTR-2001', {
    viewer: vendor,
    answers: {
      ...contractPage({ side: 'vendor', status: 'in_progress' }),
      'deliveries.latest': { status: 'draft', reason, files: [file] },
    },
  })
  await expect.element(page.getByRole('alert').getByText(reason)).toBeVisible()
  const removed: string[] = []
  api.answerHttp({
    'DELETE /api/uploads/upload-1': ({ url }) => {
      removed.push(url)
      api.answer({ 'deliveries.latest': null })
      return new Response(null, { status: 204 })
    },
  })
  await page.getByRole('button', { name: 'Remove visits.csv' }).click()
  await expect.element(page.getByText('Drop the original files here')).toBeVisible()
  expect(removed).toHaveLength(1)
})

test('a missed agreement comes back with what was found, the broken rules and the way on', async () => {
  const missed = {
    id: 'column:visits.country',
    label: 'Column country',
    wanted: 'in the delivery',
    found: 'missing',
    pass: false,
    sentence: 'Column country is missing.',
  }
  const met = { ...missed, id: 'format', label: 'Format', pass: true, sentence: '' }
  await renderPage('/data-upload/CTR-2001', {
    viewer: vendor,
    answers: {
      ...contractPage({ side: 'vendor', status: 'in_progress' }),
      'deliveries.latest': {
        status: 'refused',
        reason: 'It is not what was agreed.',
        gate: [met, missed],
        brokenRules: [{ rule: 'paid <= billed', rows: 9 }],
        missedReport: { privacy: { mode: 'private', unit: 'entity', epsilon: 3, delta: 1e-6 } },
      },
    },
  })
  const gate = page.getByRole('table', { name: 'What was agreed and what was found' })
  await expect
    .element(gate.getByRole('row').nth(1))
    .toHaveAccessibleName('Column country in the delivery missing No')
  const alert = page.getByRole('alert')
  await expect.element(alert.getByText('Column country is missing.')).toBeVisible()
  await expect.element(alert.getByText(/^The files of this delivery are not kept/)).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Validation summary' })).toBeVisible()
  await expect.element(page.getByText('Differential privacy per entity')).toBeVisible()
  const broken = page.getByRole('region', { name: 'Rules that your rows broke' })
  await expect.element(broken.getByRole('listitem')).toHaveTextContent('paid <= billed9 rows')
  await expect.element(page.getByText('Drop the original files here')).toBeVisible()
})
