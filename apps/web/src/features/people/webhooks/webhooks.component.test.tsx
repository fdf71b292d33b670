/** Tests that administrators add, test, change and remove endpoints, read a secret once, and send an event again. */
import type { WebhookDelivery, WebhookEndpoint } from '@semblance/contract'
import { exampleDate, uuid } from '@testing/example.ts'
import { expectSound } from '@testing/expect-sound.ts'
import { type Answers, refuse } from '@testing/fake-api.ts'
import {
  axeFaults,
  choose,
  closeToasts,
  expectRefusal,
  expectToast,
} from '@testing/interactions.ts'
import { renderPage } from '@testing/render.tsx'
import { client, type Viewer } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const url = 'https://programs.example.test/hooks'
const secret = `whsec_${'aB3'.repeat(14)}w=`
const endpoint = {
  id: uuid(7),
  url,
  types: ['offer.accepted', 'delivery.ready', 'payout.paid'],
  state: 'enabled',
  disabledAs: null,
  failingSince: null,
  overlapsUntil: null,
} satisfies Partial<WebhookEndpoint>
const delivery = {
  id: uuid(21),
  eventId: uuid(22),
  type: 'delivery.ready',
  state: 'failed',
  attempts: 8,
  attemptedAt: exampleDate,
  nextAt: null,
  status: 503,
  failure: 'status',
  answer: 'We are closed.',
  ms: 38,
  body: '{"type":"delivery.ready","data":{"contractId":"CTR-7"}}',
} satisfies Partial<WebhookDelivery>

const open = (answers: Answers = {}, viewer: Viewer = client) =>
  renderPage('/developers?tab=webhooks', {
    viewer,
    answers: { 'webhooks.list': { items: [endpoint] }, ...answers },
  })
const form = page.getByRole('dialog', { name: 'New endpoint' })
const stored = page.getByRole('alertdialog', { name: 'Store the secret now' })
async function act(entry: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${url}` }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test('a new endpoint has the address and events that were chosen, and its secret is shown once', {
  tags: 'scaled',
}, async () => {
  const api = await open({ 'webhooks.list': { items: [] } })
  await expect.element(page.getByText('No endpoints yet')).toBeVisible()
  await expectSound()
  await page.getByRole('button', { name: 'New endpoint' }).click()
  const add = form.getByRole('button', { name: 'Add Endpoint' })
  const address = form.getByLabelText('Address')
  await address.fill('no address')
  await add.click()
  await expectRefusal(address, 'Enter an address such as')
  await expect.element(form.getByText('Choose an event at least')).toBeVisible()
  expect(await axeFaults()).toEqual([])
  await address.fill('https://10.0.0.1/')
  await form.getByRole('checkbox', { name: 'offer.accepted' }).click()
  api.answer({ 'webhooks.create': refuse('endpoint_refused', { field: 'url' }) })
  await add.click()
  await expectRefusal(address, /public addresses by HTTPS/)
  await closeToasts()
  await address.fill(url)
  await form.getByRole('button', { name: 'Choose all' }).click()
  await form.getByRole('button', { name: 'Choose none' }).click()
  await form.getByRole('checkbox', { name: 'delivery.ready' }).click()
  api.answer({
    'webhooks.create': { endpoint, secret },
    'webhooks.list': { items: [endpoint] },
  })
  await add.click()
  await expect.element(stored.getByLabelText('Secret', { exact: true })).toHaveValue(secret)
  expect(api.calls('webhooks.create').at(-1)).toEqual({ url, types: ['delivery.ready'] })
  await stored.getByRole('button', { name: 'I have stored it' }).click()
  await expect.element(page.getByRole('row').filter({ hasText: url })).toBeVisible()
  expect(document.documentElement.outerHTML).not.toContain(secret)
})

test('an endpoint is tested, and its log says what was answered and sends an event again', {
  tags: 'long',
}, async () => {
  const api = await open({ 'webhooks.deliveries': { items: [delivery] }, 'webhooks.test': {} })
  await act('Send a test')
  await expect.element(page.getByRole('link', { name: 'All endpoints' })).toBeVisible()
  expect(api.calls('webhooks.test')).toEqual([{ endpointId: endpoint.id }])
  const row = page.getByRole('row').filter({ hasText: 'delivery.ready' })
  for (const text of ['Failed', '503', 'in 38 ms', '8 attempts'])
    await expect.element(row.getByText(text)).toBeVisible()
  await expectSound()
  await row.getByRole('button', { name: /^Details/ }).click()
  const detail = page.getByRole('dialog', { name: 'delivery.ready' })
  for (const text of ['We are closed.', '"contractId": "CTR-7"', 'Not answered with 200 to 299'])
    await expect.element(detail.getByText(text)).toBeVisible()
  const waiting = { ...delivery, state: 'delivered', status: 200, failure: null } as const
  api.answer({ 'webhooks.redeliver': waiting, 'webhooks.deliveries': { items: [waiting] } })
  await detail.getByRole('button', { name: 'Send Again' }).click()
  await expectToast('It is sent again')
  await expect.element(detail.getByText('Delivered')).toBeVisible()
  expect(api.calls('webhooks.redeliver')).toEqual([{ deliveryId: delivery.id }])
})

test('an endpoint’s secret is rotated; it is disabled, enabled and removed, each after its question', {
  tags: 'long',
}, async () => {
  const api = await open()
  await act('Rotate secret')
  await choose('How long the old secret signs, too', '72 hours')
  api.answer({ 'webhooks.rotateSecret': { endpoint, secret } })
  await page.getByRole('button', { name: 'Rotate Secret' }).click()
  await expect.element(stored.getByLabelText('Secret', { exact: true })).toHaveValue(secret)
  expect(api.calls('webhooks.rotateSecret')).toEqual([
    { endpointId: endpoint.id, overlapHours: 72 },
  ])
  await stored.getByRole('button', { name: 'I have stored it' }).click()
  const disabled = { ...endpoint, state: 'disabled', disabledAs: 'unanswered' } as const
  await act('Disable')
  api.answer({ 'webhooks.update': disabled, 'webhooks.list': { items: [disabled] } })
  await page.getByRole('button', { name: 'Disable Endpoint' }).click()
  await expectToast('Endpoint disabled')
  await expect.element(page.getByText('No success for 5 days')).toBeVisible()
  await closeToasts()
  api.answer({ 'webhooks.update': endpoint, 'webhooks.list': { items: [endpoint] } })
  await act('Enable')
  await expectToast('Endpoint enabled')
  expect(api.calls('webhooks.update')).toEqual([
    { endpointId: endpoint.id, state: 'disabled' },
    { endpointId: endpoint.id, state: 'enabled' },
  ])
  await act('Remove')
  api.answer({ 'webhooks.remove': undefined, 'webhooks.list': { items: [] } })
  await page.getByRole('button', { name: 'Remove Endpoint' }).click()
  await expect.element(page.getByText('No endpoints yet')).toBeVisible()
})

test('a member who is no administrator reads who sets endpoints up, and asks for none', async () => {
  const api = await open({}, { ...client, roles: ['client'] })
  await expect.element(page.getByText(/Its administrators set them up here/)).toBeVisible()
  expect(api.calls('webhooks.list')).toEqual([])
})
