/** Tests that staff see each tax form that waits, and accept or refuse it with a reason. */
import { exampleDate, uuid } from '@testing/example.ts'
import { expectSound } from '@testing/expect-sound.ts'
import { refuse } from '@testing/fake-api.ts'
import { expectToast } from '@testing/interactions.ts'
import { renderPage } from '@testing/render.tsx'
import { staff } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const form = {
  id: uuid(1),
  kind: 'w8ben_e' as const,
  signedOn: '2026-03-02',
  lastDay: '2029-12-31',
  state: 'waiting' as const,
  reason: null,
  decidedAt: null,
  organization: uuid(2),
  organizationName: 'Cohort Labs',
  country: 'UK',
  document: { id: uuid(3), fileName: 'W-8BEN-E.pdf', bytes: 41_000, uploadedAt: exampleDate },
}
const open = (answers = {}, items = [form]) =>
  renderPage('/admin/tax-forms', {
    viewer: staff,
    answers: { 'taxForms.staff.list': { items, nextCursor: null }, ...answers },
  })

test('a form shows whose it is, its kind and its days, and is accepted', {
  tags: 'scaled',
}, async () => {
  const api = await open({ 'taxForms.staff.accept': form })
  await expect.element(page.getByText('W-8BEN-E, signed')).toBeVisible()
  await expect.element(page.getByText('W-8BEN-E.pdf')).toBeVisible()
  await expectSound()
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect.poll(() => api.calls('taxForms.staff.accept')).toEqual([{ taxFormId: form.id }])
  await expectToast('Tax form accepted')
})

test('a form is refused with a reason, which stays when the call fails', async () => {
  const api = await open({ 'taxForms.staff.refuse': refuse('not_found') })
  await page.getByRole('button', { name: 'Refuse' }).click()
  await page.getByRole('button', { name: 'Refuse' }).click()
  await expect
    .element(page.getByRole('textbox', { name: 'Reason' }))
    .toHaveAttribute('aria-invalid')
  expect(api.calls('taxForms.staff.refuse')).toEqual([])
  await page.getByRole('textbox', { name: 'Reason' }).fill('It is not signed.')
  await page.getByRole('button', { name: 'Refuse' }).click()
  await expect
    .poll(() => api.calls('taxForms.staff.refuse'))
    .toEqual([{ taxFormId: form.id, reason: 'It is not signed.' }])
  await expectToast('Not decided')
  await expect
    .element(page.getByRole('textbox', { name: 'Reason' }))
    .toHaveValue('It is not signed.')
})

test('without forms the page says what appears here', async () => {
  await open({}, [])
  await expect.element(page.getByText('No tax form waits')).toBeVisible()
})
