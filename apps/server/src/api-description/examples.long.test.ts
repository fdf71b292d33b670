/**
 * Tests that the examples of the description are what the server takes and answers. UPDATE_EXAMPLES=1 writes them.
 *
 * @module-tag long
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openRecorder, type Recorder } from '../../testing/api-examples.ts'
import { runJobs } from '../../testing/drain-jobs.ts'
import { bankAccount, dprForm } from '../../testing/fixtures/deal-fixtures.ts'
import { customersCsv, upload } from '../../testing/fixtures/delivery-fixtures.ts'
import { useMarket } from '../../testing/fixtures/use-market.ts'

const file = join(import.meta.dirname, 'examples.json')

/** Matches what depends on the day, follows from hashes, or has no end. */
const leftOut =
  /^(events|dashboards|claims|transparency|earnings|billing|estimates|insights|legal|settings|downloads)(\.|$)/

const { market, client, vendor } = await useMarket({ client: 'client', vendor: 'vendor' })

const plain = (value: object): Record<string, unknown> =>
  JSON.parse(JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part)))

/** Takes a deal from the request to its payment, and reads it from both sides. */
async function record() {
  const [buying, selling] = await Promise.all(
    [client, vendor].map(async ({ api }) => (await api.organizations.viewer()).organization),
  )
  const admin = await market.colleague(client, 'administrator')
  const recorder = await openRecorder(market, {
    [buying?.name ?? '']: 'Example Client',
    [selling?.name ?? '']: 'Example Vendor',
    [buying?.organizationId ?? '']: 'ORG-EXAMPLE-CLIENT',
    [selling?.organizationId ?? '']: 'ORG-EXAMPLE-VENDOR',
    [client.email]: 'client@example.com',
    [vendor.email]: 'vendor@example.com',
    [admin.email]: 'admin@example.com',
    [slugOf(buying?.name)]: 'example-client',
    [slugOf(selling?.name)]: 'example-vendor',
  })
  const { act } = recorder
  await act('dprs.saveDraft', client.token, { content: { title: 'Purchase histories' } })
  const { id: dprId } = await act('dprs.create', client.token, plain(dprForm))
  const asked = await act('dprs.ask', vendor.token, { dprId, question: 'Are refunds included?' })
  await act('dprs.answer', client.token, { questionId: asked.id, answer: 'Yes.' })
  const { id: offerId } = await act('offers.submit', vendor.token, {
    ...{ dprId, priceCents: '1850000', timelineDays: 10, minAccuracyPercent: null },
    description: 'Our own loyalty panel, cleaned and documented.',
    accepted: vendor.accepted,
  })
  const opened = await act('negotiation.open', client.token, { offerId })
  const conversationId = opened.id
  await act('negotiation.send', client.token, {
    conversationId,
    key: crypto.randomUUID(),
    body: 'Welcome.',
  })
  const { contractId } = await act('offers.accept', client.token, { offerId, revision: 1 })
  await client.setFee(contractId ?? '', 250)
  await act('payments.fund', client.token, { offerId, bankAccount, accepted: client.accepted })
  await client.settle()
  await act('milestones.add', vendor.token, {
    ...{ contractId, title: 'First tables', dueOn: '2099-01-31' },
  })
  await act('market.saveSearch', vendor.token, { name: 'Retail', search: 'retail', alerts: false })
  await act('keys.create', admin.token, {
    ...{ name: 'Import', scopes: ['dprs:read'], limitCents: '0', allowed: [], days: 90 },
  })
  const { id: twinId } = await act('twins.start', vendor.token, {
    ...{ title: 'Members of four cities', category: 'retail', privacyLevel: 'standard' },
  })
  await recordTwin(recorder, twinId ?? '')
  await act('notifications.markAllRead', client.token, { side: 'client' })
  const ids = { dprId, offerId, contractId, conversationId, id: contractId }
  const words = { search: 'purchase', text: 'purchase', side: 'client', category: 'retail' }
  await recorder.readAll([client.token, vendor.token, admin.token], { ...ids, ...words }, leftOut)
  return recorder.examples()
}

/** Takes a twin from its files to the queue of measurements, and gives it up. */
async function recordTwin({ act }: Recorder, twinId: string) {
  const read = async () => {
    await act('twins.inspect', vendor.token, { twinId })
    await runJobs(market)
  }
  await upload(market, vendor, { twinId }, customersCsv())
  await read()
  await act('twins.get', vendor.token, { twinId })
  await act('twins.profiles', vendor.token, { twinId })
  await act('twins.reopen', vendor.token, { twinId })
  await read()
  const reviewed = { twinId, choices: [], tables: [], source: { name: 'Members' } }
  await act('twins.forecast', vendor.token, reviewed)
  await act('twins.submit', vendor.token, reviewed)
  await act('twins.cancel', vendor.token, { twinId })
}

const slugOf = (name = '') => name.toLowerCase().replaceAll(' ', '-')

test('the server takes and answers what the examples show', async () => {
  const examples = await record()
  const text = `${JSON.stringify(examples, null, 1)}\n`
  if (process.env.UPDATE_EXAMPLES) writeFileSync(file, text)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(text))
  expect(Object.keys(examples).length).toBeGreaterThan(60)
})

test('no example has a secret in it', () => {
  const text = readFileSync(file, 'utf8')
  for (const secret of [
    /smb_(live|test)_\w{43}/,
    /eyJ[\w-]{10,}/,
    /[\w-]+@(people|organizations)\.test/,
  ])
    expect(text).not.toMatch(secret)
})
