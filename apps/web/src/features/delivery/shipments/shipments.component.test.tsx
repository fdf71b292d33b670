/** Tests that each party states its own part of a shipment, that pushes are shown, and how long the vendor supports. */
import type { Push, Shipment } from '@semblance/contract'
import { exampleDate, uuid } from '@testing/example.ts'
import { expectSound } from '@testing/expect-sound.ts'
import { axeFaults, expectRefusal, expectToast } from '@testing/interactions.ts'
import { contractPage } from '@testing/page-answers.ts'
import { renderPage } from '@testing/render.tsx'
import { client, vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const shipment = {
  id: uuid(5),
  medium: 'USB drive of 64 GB',
  encryption: 'VeraCrypt, AES-256',
  carrier: 'DHL',
  tracking: 'JD014600003',
  address: 'Lindenallee 4\n20255 Hamburg',
  sentOn: '2026-03-01',
  arrivedAs: null,
  arrivedOn: null,
  arrivalStatedAt: null,
} satisfies Partial<Shipment>
const push = {
  id: uuid(6),
  destinationName: 'Analytics lake',
  kind: 's3',
  target: 's3://lake/twins/CTR-2001/delivery-1',
  state: 'pending',
  attempts: 2,
  sentFiles: 1,
  allFiles: 4,
  sentBytes: 2048,
  failure: 'status',
  attemptedAt: exampleDate,
  nextAt: exampleDate,
  finishedAt: null,
} satisfies Partial<Push>
const address = { address: shipment.address, updatedAt: exampleDate }
const open = (side: 'client' | 'vendor', endsAt: Date, width?: number, theme?: 'dark') =>
  renderPage('/contract-details/CTR-2001', {
    viewer: side === 'client' ? client : vendor,
    ...(width && { width }),
    ...(theme && { theme }),
    answers: {
      ...contractPage({
        ...{ side, status: 'pending_review', deliveryMethod: 'physical' },
        support: { period: '30_days', startsAt: exampleDate, endsAt },
      }),
      'shipments.address': address,
      'shipments.list': { items: side === 'client' ? [shipment] : [] },
      'shipments.files': { items: [{ id: uuid(8), name: 'twin_synthetic.csv', bytes: 2000 }] },
      'pushes.list': { items: [push] },
    },
  })
const later = new Date(Date.now() + 9 * 86_400_000)
const panel = page.getByRole('region', { name: 'Physical media' })

test('the client reads what was sent and states what arrived', { tags: 'scaled' }, async () => {
  const api = await open('client', later)
  await expect.element(panel.getByText('USB drive of 64 GB')).toBeVisible()
  await expect.element(panel.getByText('Nothing yet')).toBeVisible()
  await expectSound()
  const sent = page.getByRole('region', { name: 'Sent to your systems' })
  await expect.element(sent.getByText(push.target)).toBeVisible()
  await expect.element(sent.getByText('The store answered with an error.')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Ask the Vendor' }))
    .toHaveAttribute('href', '/contact-support?contract=CTR-2001&to=vendor')
  await panel.getByRole('button', { name: 'State What Arrived' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'State Arrival' }).click()
  await expectRefusal(dialog.getByLabelText('On'), 'Enter a day')
  await dialog.getByLabelText('On').fill('2026-03-04')
  expect(await axeFaults()).toEqual([])
  api.answer({ 'shipments.stateArrival': { ...shipment, arrivedAs: 'intact' } })
  await dialog.getByRole('button', { name: 'State Arrival' }).click()
  await expectToast('Arrival stated')
  expect(api.calls('shipments.stateArrival')).toEqual([
    { shipmentId: shipment.id, as: 'intact', arrivedOn: '2026-03-04' },
  ])
})

test('the vendor reads the address, fetches the files and states the shipment', {
  tags: 'long',
}, async () => {
  const api = await open('vendor', new Date(Date.now() - 86_400_000))
  await expect.element(panel.getByText('20255 Hamburg')).toBeVisible()
  await expect.element(panel.getByText('twin_synthetic.csv')).toBeVisible()
  await expect.element(page.getByText(/It ended on/)).toBeVisible()
  await panel.getByRole('button', { name: 'State Shipment' }).click()
  const dialog = page.getByRole('alertdialog')
  for (const [label, text] of [
    ['Medium', shipment.medium],
    ['Encryption', shipment.encryption],
    ['Carrier', shipment.carrier],
    ['Given to the carrier on', shipment.sentOn],
  ] as const)
    await dialog.getByLabelText(label, { exact: true }).fill(text)
  api.answer({ 'shipments.stateSent': shipment })
  await dialog.getByRole('button', { name: 'State Shipment' }).click()
  await expectToast('Shipment stated')
  expect(api.calls('shipments.stateSent')).toEqual([
    {
      ...{ contractId: 'CTR-2001', medium: shipment.medium, encryption: shipment.encryption },
      ...{ carrier: 'DHL', tracking: null, sentOn: shipment.sentOn },
    },
  ])
})
