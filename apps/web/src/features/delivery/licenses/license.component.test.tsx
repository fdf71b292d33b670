import { defaultLicense } from '@semblance/contract'
import { uuid } from '@testing/example.ts'
import { refuse } from '@testing/fake-api.ts'
import { renderPage } from '@testing/render.tsx'
import { client } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const id = uuid(900)
const path = `/licenses/${id}`
const license = {
  id,
  terms: { ...defaultLicense, termMonths: 12 as const },
  endsOn: '2027-11-25',
  policySha256: 'ab'.repeat(32),
}
const deal = { contractId: 'CTR-2001', clientName: 'Halden', vendorName: 'Meridian' }

test('a license says to anyone what the client may do with the data, and names no one', async () => {
  await renderPage(path, { answers: { 'licenses.get': { ...license, deal: null } } })
  await expect.element(page.getByText('12 months from the delivery')).toBeVisible()
  await expect.element(page.getByText('Nov 25, 2027')).toBeVisible()
  await expect.element(page.getByText(/^To identify a person by the data/)).toBeVisible()
  await expect.element(page.getByText(license.policySha256)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Download .jsonld' }))
    .toHaveAttribute('href', `${path}.jsonld`)
  await expect.element(page.getByText('Vendor', { exact: true })).not.toBeInTheDocument()
})

test('its parties see whose it is', async () => {
  await renderPage(path, { viewer: client, answers: { 'licenses.get': { ...license, deal } } })
  await expect.element(page.getByText('Meridian')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'CTR-2001' }))
    .toHaveAttribute('href', '/contract-details/CTR-2001')
})

test('an address without a license says so', async () => {
  await renderPage(path, { answers: { 'licenses.get': refuse('not_found') } })
  await expect
    .element(page.getByRole('heading', { name: 'This license was not found' }))
    .toBeVisible()
})
