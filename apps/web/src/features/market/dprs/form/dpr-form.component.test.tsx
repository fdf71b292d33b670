import {
  choose,
  expectAddress,
  expectRefusal,
  expectToast,
  fill,
  press,
} from '@testing/interactions.ts'
import { dprList } from '@testing/page-answers.ts'
import { renderPage } from '@testing/render.tsx'
import { client } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const box = (name: string) => page.getByRole('textbox', { name }).first()
const post = () => page.getByRole('button', { name: 'Post DPR' }).click()
const newDpr = () =>
  renderPage('/create-dpr', { viewer: client, answers: { ...dprList, 'dprs.saveDraft': {} } })

test('a request with gaps names them and keeps what was typed', async () => {
  await newDpr()
  await fill({ 'Data type': 'Half a request', 'Budget from': '25000', 'Budget to': '15000' })
  await post()
  await expect.element(page.getByText('Description is required')).toBeVisible()
  await expect.element(page.getByText('Choose a category').last()).toBeVisible()
  await expect.element(page.getByLabelText('Data type')).toHaveValue('Half a request')
})

test('a request with numbers out of bounds says which, and how many fields want an answer', async () => {
  const api = await newDpr()
  await fill({
    'Data type': 'Out of bounds',
    'Budget from': '25000',
    'Budget to': 'much',
    'Offers close after days': '365',
  })
  await post()
  await expectToast('Missing Information', 'more fields need an answer')
  await expectRefusal(box('Budget to'), 'Enter dollars, such as 18,500')
  await expectRefusal(box('Offers close after days'), /90/)
  await expect.element(page.getByLabelText('Budget to')).toHaveValue('much')
  expect(api.calls('dprs.create')).toEqual([])
})

test('a complete request is posted as it was typed', async () => {
  const api = await newDpr()
  await fill({
    'Data type': 'People of working age',
    'Use case': 'Training a credit model',
    'Budget from': '15,000',
    'Budget to': '25,000',
    'Timeline in days': '14',
    'Compliance requirements': 'GDPR',
  })
  await box('Description').fill('One row per person.')
  await box('Contacts').fill('client@example.test')
  await choose('Category', 'Finance')
  await choose('Delivery format', 'CSV')
  await page.getByRole('checkbox', { name: 'No minimum accuracy' }).click()
  api.answer({ 'dprs.create': { id: 'DPR-1001' } })
  await post()
  await expectToast('DPR Created Successfully')
  await expectAddress(/^\/manage-dprs/)
  expect(api.calls('dprs.create')).toMatchObject([
    {
      title: 'People of working age',
      category: 'finance',
      budgetMinCents: 15_000_00n,
      budgetMaxCents: 25_000_00n,
      timelineDays: 14,
      deliveryFormat: 'csv',
      minAccuracyPercent: null,
    },
  ])
})

test('the preview shows what vendors will see, and none of the contacts', async () => {
  await newDpr()
  await fill({
    'Data type': 'Ward occupancy',
    'Use case': 'Planning beds',
    'Budget from': '20,000',
    'Budget to': '$30,000',
    'Timeline in days': '12',
    'Compliance requirements': 'GDPR',
  })
  await box('Description').fill('One row per ward and hour.')
  await box('Specification 1').fill('24 wards')
  await press('Enter')
  await box('Specification 2').fill('Two years')
  await box('Contacts').fill('client@example.test')
  await choose('Category', 'Healthcare')
  await choose('Delivery format', 'CSV')
  await page.getByRole('checkbox', { name: 'No minimum accuracy' }).click()
  await expect.element(page.getByText('Ready to post.')).toBeVisible()
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('dialog', { name: 'Ward occupancy' })
  for (const shown of ['One row per ward and hour.', '24 wards', 'Two years', '12 days'])
    await expect.element(preview.getByText(shown, { exact: true })).toBeVisible()
  expect(preview.element().textContent).not.toContain('client@example.test')
  await preview.getByRole('button', { name: 'Back to the Form' }).click()
  await expect.element(preview).not.toBeInTheDocument()
})

test('the minimum accuracy is required, and proposed once records and columns are known', async () => {
  const estimate = {
    accuracyPercent: 96.4,
    errorPoints: 3.2,
    noisePoints: 2.5,
    minAccuracyPercent: 93,
  }
  const api = await renderPage('/create-dpr', {
    viewer: client,
    answers: { ...dprList, 'dprs.saveDraft': {}, 'estimates.accuracy': estimate },
  })
  const minimum = page.getByLabelText('Minimum accuracy in percent')
  await post()
  await expectRefusal(minimum, 'Enter the minimum accuracy, or choose none')
  expect(api.calls('estimates.accuracy')).toEqual([])
  for (const number of ['1', '2']) {
    await page.getByRole('button', { name: 'Add column' }).click()
    await page
      .getByRole('group', { name: `Column ${number}` })
      .getByLabelText('Name')
      .fill(`c${number}`)
  }
  await page.getByLabelText('Minimum records').fill('5,000')
  await expect.element(minimum).toHaveValue('93')
  expect(api.calls('estimates.accuracy').at(-1)).toEqual({
    rows: 5000,
    columns: 2,
    orderedColumns: 0,
    privacyLevel: 'standard',
  })
  await minimum.fill('90')
  await page.getByLabelText('Minimum records').fill('6,000')
  await expect.element(page.getByText(/Estimated for 6,000 rows/)).toBeVisible()
  await expect.element(minimum).toHaveValue('90')
})
