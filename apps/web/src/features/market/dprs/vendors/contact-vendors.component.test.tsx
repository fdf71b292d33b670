import { expectToast } from '@testing/interactions.ts'
import { dprPage } from '@testing/page-answers.ts'
import { renderPage } from '@testing/render.tsx'
import { client } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

test('a vendor is found by name and invited, in the words of the client', async () => {
  const vendor = { id: '01980000-0000-7000-8000-000000000050', name: 'Meridian Synthetics' }
  const api = await renderPage('/dpr-details/DPR-1001', {
    viewer: client,
    answers: {
      ...dprPage({ status: 'open' }),
      'companies.search': ({ search }) => ({ items: search === 'Meridian' ? [vendor] : [] }),
    },
  })
  await page.getByRole('button', { name: 'Contact Vendors' }).click()
  const dialog = page.getByRole('dialog', { name: 'Contact vendors' })
  await dialog.getByRole('searchbox', { name: 'Search vendors by name' }).fill('Meridian')
  await dialog.getByRole('button', { name: 'Add a message to the invitations' }).click()
  await dialog.getByLabelText(/Message with the invitation/).fill('We liked your last twin.')
  api.answer({ 'dprs.invite': {}, 'dprs.invitations': { items: [{ vendor }] } })
  await dialog.getByRole('button', { name: 'Invite Meridian Synthetics' }).click()
  await expectToast('Vendor Invited', 'Meridian Synthetics has been notified.')
  const invited = dialog.getByRole('region', { name: 'Invited' })
  await expect.element(invited.getByText('Meridian Synthetics')).toBeVisible()
  expect(api.calls('dprs.invite')).toEqual([
    { dprId: 'DPR-1001', vendorId: vendor.id, message: 'We liked your last twin.' },
  ])
})
