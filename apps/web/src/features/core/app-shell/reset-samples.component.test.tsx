import { expectAddress, expectToast } from '@testing/interactions.ts'
import { quietDashboards } from '@testing/page-answers.ts'
import { renderPage } from '@testing/render.tsx'
import { trader as client } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const claire = { ...client, organization: { ...client.organization!, isSample: true } }
const begun = { isResetting: true, hasFailed: false, nextAt: null }
const listed = (title: string) => ({ items: [{ id: 'DPR-1001', title }] })
const resetButton = page.getByRole('button', { name: 'Reset sample data' })

const open = async () =>
  await renderPage('/manage-dprs', {
    viewer: claire,
    answers: {
      ...quietDashboards,
      'dprs.drafts': { items: [] },
      'dprs.list': listed('Changed by Claire'),
      'samples.get': { ...begun, isResetting: false },
      'samples.reset': begun,
    },
  })

test('a sample person restores the sample data after a question, and the pages show it as it was', {
  tags: 'long',
}, async () => {
  const api = await open()
  await expect.element(page.getByText('Changed by Claire').first()).toBeVisible()
  await resetButton.click()
  const question = page.getByRole('alertdialog')
  const confirm = question.getByRole('button', { name: 'Reset sample data' })
  await expect.element(confirm).toBeEnabled()
  expect(api.calls('samples.reset')).toEqual([])
  api.answer({ 'samples.get': begun })
  await confirm.click()
  await expect.poll(() => api.calls('samples.reset').length).toBe(1)
  await expect.element(confirm).toBeDisabled()
  api.answer({
    'samples.get': { ...begun, isResetting: false },
    'dprs.list': listed('Retail Customer Purchase Histories'),
  })
  await expectToast('Sample data restored')
  await expectAddress('/dashboard-selection')
  history.back()
  await expect.element(page.getByText('Retail Customer Purchase Histories').first()).toBeVisible()
  await expect.element(page.getByText('Changed by Claire')).not.toBeInTheDocument()
})

test('a restoration that fails says so', { tags: 'long' }, async () => {
  const api = await open()
  await resetButton.click()
  api.answer({ 'samples.get': { ...begun, isResetting: false, hasFailed: true } })
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset sample data' }).click()
  await expectToast('Sample data not restored', 'Everything is as it was. Try again.')
  await expectAddress('/manage-dprs')
})
