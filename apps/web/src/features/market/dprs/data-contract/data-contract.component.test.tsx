/** A client says what columns it needs, in rows or as a file, and vendors read it. */
import type { DataContract } from '@semblance/contract'
import { downloadBy, expectAddress, focusOn, press } from '@testing/interactions.ts'
import { dprList, dprPage } from '@testing/page-answers.ts'
import { reloadPage, renderPage } from '@testing/render.tsx'
import { fillRequest, openSection } from '@testing/request-form.ts'
import { client, vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

const draftId = '01980000-0000-7000-8000-000000000042'
const file = (version: string) =>
  new File(
    [
      `apiVersion: v3.1.0
kind: DataContract
id: people
version: ${version}
status: active
schema:
  - name: people
    properties:
      - name: age
        logicalType: integer
`,
    ],
    'people.odcs.yaml',
    { type: 'application/yaml' },
  )

const fillTheRest = () =>
  fillRequest({
    Category: 'Finance',
    Description: 'One row per person.',
    'Use case': 'Forecasts',
    'Budget from': '20,000',
    'Budget to': '30,000',
    'Timeline in days': '12',
    'Delivery format': 'CSV',
    'Compliance requirements': 'GDPR',
    Contacts: 'client@example.test',
    'No minimum accuracy': 'yes',
  })

test('columns are typed by keyboard, kept in the draft, posted, and read by vendors with a file of them', {
  tags: 'long',
}, async () => {
  const api = await renderPage('/create-dpr', {
    viewer: client,
    answers: { ...dprList, 'dprs.saveDraft': { id: draftId } },
  })
  const column = page.getByRole('group', { name: 'Column 1' })
  await openSection('Columns')
  await focusOn(page.getByRole('button', { name: 'Add column' }))
  await press('Enter')
  await expect.element(column.getByLabelText('Name')).toHaveFocus()
  await userEvent.keyboard('age')
  await press('Tab')
  await userEvent.keyboard('Integer')
  await column.getByLabelText('Minimum', { exact: true }).fill('18')
  await press('Tab')
  await userEvent.keyboard('none')
  await focusOn(column.getByLabelText('Unique'))
  await press('Space')
  // Typed last: with it, all of the form is kept.
  await fillRequest({ 'Data type': 'People of working age' })
  const kept = () => api.calls('dprs.saveDraft').at(-1)?.content
  await expect.poll(() => kept()?.title).toBe('People of working age')
  await expectAddress(`/create-dpr?draft=${draftId}`)
  api.answer({ 'dprs.draft': { id: draftId, content: kept() } })
  await reloadPage()
  await openSection('Columns')
  await column.getByRole('button', { name: 'Rules of column 1' }).click()
  await expect.element(column.getByLabelText('Minimum', { exact: true })).toHaveValue('18')
  await fillTheRest()
  await page.getByRole('button', { name: 'Post DPR' }).click()
  await expect.element(column.getByText('The maximum must be a number')).toBeVisible()
  await column.getByLabelText('Maximum', { exact: true }).fill('67')
  api.answer({ 'dprs.create': { id: 'DPR-1001' } })
  await page.getByRole('button', { name: 'Post DPR' }).click()
  await expectAddress(/^\/manage-dprs/)
  const dataContract = api.calls('dprs.create')[0]?.dataContract as DataContract

  await renderPage('/dpr-details/DPR-1001', {
    viewer: vendor,
    answers: dprPage({ isOwn: false, dataContract }),
  })
  const part = page.getByRole('region', { name: 'Columns' })
  await expect.element(part.getByText('integer', { exact: true })).toBeVisible()
  const rules = 'no missing values; unique; at least 18; at most 67'
  await expect.element(part.getByText(rules)).toBeVisible()
  const download = await downloadBy(() =>
    part.getByRole('button', { name: 'Data contract (YAML)' }).click(),
  )
  expect(download.name).toBe('DPR-1001.odcs.yaml')
  expect(await download.text()).toContain('name: age')
})

test('a file is taken over, or refused with the line of its mistake', async () => {
  await renderPage('/create-dpr', {
    viewer: client,
    answers: { ...dprList, 'dprs.saveDraft': { id: draftId } },
  })
  const section = page.getByRole('region', { name: 'Columns' })
  await openSection('Columns')
  await section.getByRole('radio', { name: 'YAML' }).click()
  const input = section.getByLabelText('Data contract file')
  await input.upload(file('1'))
  await expect.element(section.getByText('Line 4, column 1: version must be text')).toBeVisible()
  await input.upload(file('1.0.0'))
  await expect.element(section.getByText('From people.odcs.yaml')).toBeVisible()
  await section.getByRole('button', { name: 'Remove data contract' }).click()
  await expect.element(section.getByRole('button', { name: 'Add column' })).toBeVisible()
})
