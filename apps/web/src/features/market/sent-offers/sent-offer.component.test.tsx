/** An offer that waits for its answer: edited in weeks, taken back. */
import { choose, expectAddress, expectToast } from '@testing/interactions.ts'
import { sentOfferPage } from '@testing/page-answers.ts'
import { renderPage } from '@testing/render.tsx'
import { vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

test('it is edited: in weeks, with deliverables of which one always stays', async () => {
  const api = await renderPage('/offer-details/OFF-3001', {
    viewer: vendor,
    answers: sentOfferPage(),
  })
  await page.getByRole('link', { name: 'Edit Offer' }).click()
  await expectAddress('/edit-offer/OFF-3001')
  await page.getByLabelText('Timeline', { exact: true }).fill('2')
  await choose('Timeline unit', 'Weeks')
  const remove = page.getByRole('button', { name: /^Remove deliverable/ })
  expect(remove.elements()).toHaveLength(0)
  await page.getByRole('button', { name: 'Add Deliverable' }).click()
  await page.getByRole('textbox', { name: 'Deliverable 2' }).fill('Data dictionary')
  await page.getByRole('button', { name: 'Remove deliverable 1' }).click()
  const left = page.getByRole('textbox', { name: 'Deliverable 1' })
  await expect.element(left).toHaveValue('Data dictionary')
  expect(remove.elements()).toHaveLength(0)
  const revisions = [{ revision: 2, byName: 'Meridian Synthetics', isOwn: true }]
  api.answer({ 'offers.edit': {}, ...sentOfferPage({ revision: 2, revisions }) })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(
    'Offer Updated',
    'Your offer has been successfully updated and resubmitted for review.',
  )
  await expectAddress('/offer-details/OFF-3001')
  await expect.element(page.getByText('Revision 2 by you')).toBeVisible()
  expect(api.calls('offers.edit')).toMatchObject([
    { timeline: 2, timelineUnit: 'weeks', deliverables: ['Data dictionary'] },
  ])
})
