/**
 * Tests deliveries whose files are read from a vendor's own bucket.
 *
 * @module-tag long
 */
import { createHash } from 'node:crypto'
import { keySet, verifyCertificate } from '@semblance/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runJobs, skipBackoff } from '../../../testing/drain-jobs.ts'
import { startObjectStore } from '../../../testing/fakes/object-store.ts'
import { expectRefusal, fundedDeal } from '../../../testing/fixtures/deal-fixtures.ts'
import { newCustomersCsv } from '../../../testing/fixtures/delivery-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'

const { market, client, vendor } = await useMarket(
  { client: 'client', vendor: 'vendor' },
  { connectionNetworks: ['127.0.0.0/8'] },
)
const store = await startObjectStore()
afterAll(() => store.close())
const sql = async (text: string, values: unknown[] = []) =>
  (await market.platform.db.pool.query(text, values)).rows

const form = (change: object = {}) => ({
  name: 'Lake',
  settings: {
    kind: 's3' as const,
    endpoint: store.settings.endpoint,
    region: store.settings.region,
    bucket: 'lake',
    prefix: 'exports/',
    isPathStyle: true,
    accessKeyId: store.settings.keyId,
    ...change,
  },
  secret: { by: 'secret_key' as const, secretAccessKey: store.settings.secret },
})

let admin: Person
beforeAll(async () => {
  admin = await market.colleague(vendor, 'administrator')
})
const latest = (contractId: string) => vendor.api.deliveries.latest({ contractId })

it('files of a bucket are listed, read for each run, and refused once they are others', async () => {
  const table = Buffer.from(newCustomersCsv())
  store.put('/lake/exports/customers.csv', table)
  store.put('/lake/exports/notes.bin', Buffer.from('none'))
  store.put('/lake/exports/old/people.csv', table)
  store.put('/lake/secret/other.csv', table)
  await expectRefusal(
    admin.api.connections.add(form({ accessKeyId: 'AKIDWRONG' })),
    'connection_refused',
  )
  const { id: connectionId, canWrite } = await admin.api.connections.add(form())
  expect(canWrite).toBe(null)
  expect(await vendor.api.connections.objects({ connectionId })).toEqual({
    objects: [
      { name: 'exports/customers.csv', rows: null, bytes: table.length },
      { name: 'exports/old/people.csv', rows: null, bytes: table.length },
    ],
    isComplete: true,
  })

  const { contractId } = await fundedDeal(client, vendor)
  const objects = ['exports/customers.csv']
  const connect = (names: string[]) =>
    vendor.api.deliveries.connect({ contractId, connectionId, objects: names })
  await expectRefusal(connect(['secret/other.csv']), 'bad_input')
  await expectRefusal(connect(['exports/notes.bin']), 'bad_input')
  await expectRefusal(connect(['exports/../secret/other.csv']), 'bad_input')
  store.failWith(503)
  await connect(objects)
  await runJobs(market)
  expect(await latest(contractId)).toMatchObject({ status: 'inspecting', notice: 'source_away' })
  store.failWith(null)
  await skipBackoff(market)
  await runJobs(market)
  expect(await latest(contractId)).toMatchObject({ status: 'review', review: [{ rows: 400 }] })

  store.put('/lake/exports/customers.csv', Buffer.from(newCustomersCsv()))
  await vendor.api.deliveries.submit({ contractId, choices: [], tables: [] })
  await runJobs(market)
  expect(await latest(contractId)).toMatchObject({
    status: 'refused',
    reason: expect.stringContaining('changed since it was reviewed'),
  })
  const spendings = await sql('select state from source_spendings where deal = $1', [contractId])
  expect(spendings).toEqual([{ state: 'released' }])

  store.put('/lake/exports/customers.csv', table)
  await connect(objects)
  await runJobs(market)
  await vendor.api.deliveries.submit({ contractId, choices: [], tables: [] })
  await runJobs(market)
  expect(await latest(contractId)).toMatchObject({ status: 'ready' })
  const [listed] = (await client.api.certificates.list({ contractId })).items
  const { jws } = await client.api.certificates.get({ id: listed?.id ?? '' })
  const keys = await (await market.fetch('/.well-known/semblance-certificate-keys.json')).json()
  expect(await verifyCertificate(jws, keySet.parse(keys))).toMatchObject({
    state: 'valid',
    certificate: {
      originals: [
        { bytes: table.length, sha256: createHash('sha256').update(table).digest('hex') },
      ],
      connection: { kind: 's3', state: 'same_bytes' },
    },
  })
})
