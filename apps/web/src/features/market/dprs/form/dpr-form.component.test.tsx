import { refuse } from '@testing/fake-api.ts'
import { expectAddress, expectRefusal, expectToast, press } from '@testing/interactions.ts'
import { dprList } from '@testing/page-answers.ts'
import { renderPage } from '@testing/render.tsx'
import { fillRequest, openSection } from '@testing/request-form.ts'
import { client } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const box = (name: string) => page.getByRole('textbox', { name }).first()
const post = () => page.getByRole('button', { name: 'Post DPR' }).click()
const newDpr = () =>
  renderPage('/create-dpr', { viewer: client, answers: { ...dprList, 'dprs.saveDraft': {} } })

test('a request with gaps names them and keeps what was typed', async () => {
  await newDpr()
  await fillRequest({
    'Data type': 'Half a request',
    'Budget from': '25000',
    'Budget to': '15000',
  })
  await post()
  await expect.element(page.getByText('Description is required')).toBeVisible()
  await expect.element(page.getByText('Choose a category').last()).toBeVisible()
  await expect.element(page.getByLabelText('Data type')).toHaveValue('Half a request')
})

test('a request with numbers out of bounds says which, and how many fields want an answer', {
  tags: 'long',
}, async () => {
  const api = await newDpr()
  await fillRequest({
    'Data type': 'Out of bounds',
    'Budget from': '25000',
    'Budget to': 'much',
    'Offers close after days': '365',
  })
  await post()
  await expectToast('Missing Information', 'more fields need an answer')
  await openSection('Budget and delivery')
  await expectRefusal(box('Budget to'), 'Enter dollars, such as 18,500')
  await expectRefusal(box('Offers close after days'), /90/)
  await expect.element(page.getByLabelText('Budget to')).toHaveValue('much')
  expect(api.calls('dprs.create')).toEqual([])
})

const whole = {
  'Data type': 'People of working age',
  Category: 'Finance',
  Description: 'One row per person.',
  'Use case': 'Training a credit model',
  'Budget from': '15,000',
  'Budget to': '25,000',
  'Timeline in days': '14',
  'Delivery format': 'CSV',
  'Compliance requirements': 'GDPR',
  Contacts: 'client@example.test',
  'No minimum accuracy': 'yes',
} as const

test('a complete request is posted as it was typed', async () => {
  const api = await newDpr()
  await fillRequest(whole)
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
  await fillRequest({
    'Data type': 'Ward occupancy',
    Category: 'Healthcare',
    Description: 'One row per ward and hour.',
    'Use case': 'Planning beds',
    'Budget from': '20,000',
    'Budget to': '$30,000',
    'Timeline in days': '12',
    'Delivery format': 'CSV',
    'Compliance requirements': 'GDPR',
    Contacts: 'client@example.test',
    'No minimum accuracy': 'yes',
    'Specification 1': '24 wards',
  })
  await press('Enter')
  await box('Specification 2').fill('Two years')
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
  await openSection('Columns')
  for (const number of ['1', '2']) {
    await page.getByRole('button', { name: 'Add column' }).click()
    await page
      .getByRole('group', { name: `Column ${number}` })
      .getByLabelText('Name')
      .fill(`c${number}`)
  }
  await openSection('Advanced')
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

const category = { Category: 'Retail' }

test('a section that is filled in goes on to the next one, and closed ones say what they hold', {
  tags: 'long',
}, async () => {
  await newDpr()
  await page.getByRole('button', { name: 'Continue to columns' }).click()
  await expectRefusal(box('Data type'), 'Data type is required')
  await fillRequest({
    ...category,
    'Data type': 'Store visits',
    Description: 'One row per visit.',
    'Use case': 'Staff planning',
  })
  await expect.element(page.getByText('4 of 4 required')).toBeVisible()
  await page.getByRole('button', { name: 'Continue to columns' }).click()
  await page.getByRole('button', { name: 'Continue to budget' }).click()
  await expect.element(page.getByLabelText('Budget from')).toBeVisible()
  const data = page.getByRole('region', { name: 'Data', exact: true })
  await expect.element(data.getByText('Store visits, Retail, Staff planning')).toBeVisible()
})

test('a template fills in columns, requirements and deliverables, and a pasted header replaces its columns', {
  tags: 'long',
}, async () => {
  const api = await newDpr()
  await page.getByRole('button', { name: /^Loyalty baskets/ }).click()
  await expect.element(page.getByText(/^8 columns: member_key/)).toBeVisible()
  await openSection('Columns')
  await page
    .getByLabelText('Header, or first rows')
    .fill('member_key,birth_date,email,price\n7,1990-01-31,a@b.test,0.5\n8,1985-02-01,c@d.test,2')
  await page.getByRole('button', { name: 'Read columns' }).click()
  await expect.element(page.getByText('2 look personal')).toBeVisible()
  await page.getByRole('button', { name: 'Ask for age band' }).click()
  const email = page.getByRole('group', { name: 'Column 3' })
  await email.getByRole('button', { name: 'Leave out' }).click()
  const kept = () => api.calls('dprs.saveDraft').at(-1)?.content.dataContract
  await expect
    .poll(kept)
    .toMatchObject({ columns: [{ name: 'member_key' }, { name: 'age_band' }, { name: 'price' }] })
  const sent = JSON.stringify(api.calls('dprs.saveDraft'))
  for (const value of ['1990-01-31', 'a@b.test', '1985-02-01']) expect(sent).not.toContain(value)
})

test('a sample with a mistake names its line and leaves the columns as they were', async () => {
  await newDpr()
  await openSection('Columns')
  await page.getByLabelText('Header, or first rows').fill('a,b\n1,2\n1,2,3')
  await page.getByRole('button', { name: 'Read columns' }).click()
  await expect.element(page.getByText('Line 3: 3 fields, but the header has 2.')).toBeVisible()
  expect(page.getByRole('group', { name: 'Column 1' }).elements()).toEqual([])
})

const estimate = {
  basis: 'like' as const,
  contracts: 23,
  vendors: 6,
  lowCents: 15_000_00n,
  highCents: 22_000_00n,
  lowDays: 11,
  highDays: 16,
  lowAnswerDays: 1,
  highAnswerDays: 3,
}

test('what is realistic follows the request, says when it is unknown, and keeps nothing from being posted', {
  tags: 'long',
}, async () => {
  const api = await renderPage('/create-dpr', {
    viewer: client,
    answers: { ...dprList, 'dprs.saveDraft': {}, 'estimates.price': estimate },
  })
  const aside = page.getByRole('complementary', { name: 'What is realistic' })
  await expect.element(aside.getByText('Choose a category for an estimate.')).toBeVisible()
  await fillRequest(category)
  await expect.element(aside.getByText('$15,000 – $22,000')).toBeVisible()
  await expect.element(aside.getByText('1 – 3')).toBeVisible()
  await fillRequest({ 'Budget from': '9,000', 'Budget to': '12,000' })
  await expect.element(aside.getByText(/ends below the usual prices/)).toBeVisible()
  api.answer({ 'estimates.price': null })
  await openSection('Data')
  await page.getByRole('button', { name: /^Returns and refunds/ }).click()
  await expect.element(aside.getByText(/Too few contracts/)).toBeVisible()
  expect(api.calls('estimates.price').at(-1)).toEqual({
    category: 'retail',
    privacyLevel: 'standard',
    columns: 6,
  })
  api.answer({ 'estimates.price': refuse('internal') })
  await page.getByRole('button', { name: /^Loyalty baskets/ }).click()
  await expect.element(aside.getByText(/unavailable right now/)).toBeVisible()
  await post()
  await expectToast('Missing Information')
})

test('a request waits for the save under way, and is posted once', { tags: 'long' }, async () => {
  const api = await newDpr()
  const saved = api.hold('dprs.saveDraft')
  await fillRequest(whole)
  await expect.poll(() => api.calls('dprs.saveDraft').length).toBe(1)
  api.answer({ 'dprs.create': { id: 'DPR-1001' } })
  await post()
  await expect.element(page.getByRole('button', { name: 'Post DPR' })).toBeDisabled()
  expect(api.calls('dprs.create')).toEqual([])
  saved()
  await expectAddress(/^\/manage-dprs/)
  expect(api.calls('dprs.create')).toHaveLength(1)
})

test('what is typed while a request is posted begins no other draft', {
  tags: 'long',
}, async () => {
  const api = await newDpr()
  await fillRequest(whole)
  await expect.poll(() => api.calls('dprs.saveDraft').length).toBeGreaterThan(0)
  api.answer({ 'dprs.create': { id: 'DPR-1001' } })
  const posted = api.hold('dprs.create')
  await post()
  await expect.poll(() => api.calls('dprs.create').length).toBe(1)
  const before = api.calls('dprs.saveDraft').length
  await openSection('Data')
  await page.getByRole('textbox', { name: 'Description' }).fill('One row per person and year.')
  await new Promise((done) => setTimeout(done, 1500)) // longer than the pause before a save
  posted()
  await expectAddress(/^\/manage-dprs/)
  expect(api.calls('dprs.saveDraft')).toHaveLength(before)
})
