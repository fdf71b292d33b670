/**
 * Tests that the command trades with a server as its help says: request, offer, deliver, download, listen.
 *
 * @module-tag long
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@semblance/client'
import { runCommand } from '@semblance/command'
import { afterAll, expect, it } from 'vitest'
import { bankAccount, dprForm } from './fixtures/deal-fixtures.ts'
import { newCustomersCsv, sendBytes, tusHeaders } from './fixtures/delivery-fixtures.ts'
import { useServedMarket } from './served-market.ts'

const dir = mkdtempSync(join(tmpdir(), 'semblance-command-'))
afterAll(() => rmSync(dir, { recursive: true }))

const { market, url, makeKey, whileWorking } = await useServedMarket()
const client = await market.member('client')
const vendor = await market.member('vendor')
const keys = {
  client: await makeKey(client, ['dprs:write', 'deliveries:read', 'events:read']),
  vendor: await makeKey(vendor, ['offers:write', 'deliver', 'deliveries:read']),
}

function start(side: keyof typeof keys, words: string[], input = '') {
  const abort = new AbortController()
  const written = { out: '', error: '' }
  const ended = runCommand(words, {
    out: (text) => {
      written.out += text
    },
    error: (text) => {
      written.error += text
    },
    isWatched: false,
    signal: abort.signal,
    env: { HOME: dir, SEMBLANCE_URL: url, SEMBLANCE_KEY: keys[side] },
    readInput: async () => input,
    readSecret: async () => '',
  })
  return { written, abort, ended }
}

async function run(...args: Parameters<typeof start>) {
  const { written, ended } = start(...args)
  return { code: await ended, ...written }
}

const { budgetMinCents, budgetMaxCents, ...rest } = dprForm
const form = JSON.stringify({
  ...rest,
  budgetMinCents: Number(budgetMinCents),
  budgetMaxCents: String(budgetMaxCents),
})

it('posts a request, sends an offer, delivers and fetches; prints the answers of the API', async () => {
  const posted = await run('client', ['request', '-', '--json'], form)
  expect(posted).toMatchObject({ code: 0, error: '' })
  const { id: dprId, budgetMinCents } = JSON.parse(posted.out)
  expect(budgetMinCents).toBe('1500000')

  const listening = start('client', ['listen', '--json'])
  const terms = { dprId, priceCents: 150_000, timelineDays: 10, minAccuracyPercent: null }
  const offer = JSON.stringify({ ...terms, description: 'Our own panel' })
  const sent = await run('vendor', ['offer', '-', '--accept-terms', '--json'], offer)
  expect(sent).toMatchObject({ code: 0, error: '' })
  const { id: offerId } = JSON.parse(sent.out)
  const again = await run('vendor', ['offer', '-', '--accept-terms'], offer)
  expect(again).toMatchObject({ code: 1, error: expect.stringContaining('offer_exists') })

  const { contractId } = await client.api.offers.accept({ offerId, revision: 1 })
  await client.api.payments.fund({ offerId, bankAccount, accepted: client.accepted })
  await client.settle()
  const table = join(dir, 'customers.csv')
  writeFileSync(table, newCustomersCsv())
  await beginUpload(contractId, table) // what an earlier, interrupted run has left
  const other = join(dir, 'other.csv')
  writeFileSync(other, newCustomersCsv())
  const refused = await run('vendor', ['deliver', contractId, other])
  expect(refused).toMatchObject({ code: 2, error: expect.stringContaining('has customers.csv') })
  const { files: uploads } = (await vendor.api.deliveries.latest({ contractId })) ?? {}
  const added = uploads?.find(({ name }) => name === 'other.csv')
  const removal = { method: 'DELETE', headers: tusHeaders(vendor) }
  await market.fetch(`/api/uploads/${added?.id}`, removal)
  const read = await whileWorking(() => run('vendor', ['deliver', contractId, table]))
  expect(read).toMatchObject({ code: 0, out: expect.stringContaining('Review it at') })
  const delivered = await whileWorking(() =>
    run('vendor', ['deliver', contractId, table, '--notes', 'From 2026', '--submit']),
  )
  expect(delivered).toMatchObject({ code: 0, out: expect.stringContaining('Submitted') })
  expect(delivered.error).toContain('400 rows x 3 columns')
  expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({
    fileCount: 1,
    notes: 'From 2026',
  })
  expect(await run('vendor', ['deliver', contractId, table])).toMatchObject({
    code: 1,
    error: expect.stringContaining('not_awaiting_delivery'),
  })

  const out = join(dir, 'twin')
  const fetched = await whileWorking(async () => {
    await until(
      () => client.api.contracts.get({ contractId }),
      ({ status }) => status === 'pending_review',
    )
    return await run('client', ['download', dprId, '--out', out, '--format', 'parquet'])
  })
  expect(fetched).toMatchObject({ code: 0 })
  const { files } = await client.api.deliveries.dataset({ dprId })
  expect(readdirSync(out).sort()).toEqual(files.map(({ name }) => name).sort())
  expect(readFileSync(join(out, 'customers_synthetic.parquet')).subarray(0, 4).toString()).toBe(
    'PAR1',
  )
  listening.abort.abort()
  expect(await listening.ended).toBe(0)
  const topics = listening.written.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).topic)
  expect(topics).toEqual(expect.arrayContaining(['ready', 'contract.changed', 'delivery.fetched']))
})

it('is refused what its key may not do, or what is not its organization’s', async () => {
  const foreign = await run('vendor', ['request', '-'], form)
  expect(foreign).toMatchObject({ code: 1, error: expect.stringContaining('scope_missing') })
  expect(await run('client', ['download', 'DPR-1'])).toMatchObject({
    code: 1,
    error: expect.stringContaining('not_found'),
  })
})

/** Sends the first half of a file as the client does. */
async function beginUpload(contractId: string, path: string): Promise<void> {
  const content = readFileSync(path)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const metadata = { contractId, filename: 'customers.csv', fingerprint: `sha256:${sha256}` }
  const encoded = Object.entries(metadata).map(
    ([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`,
  )
  const headers = tusHeaders(vendor, {
    'upload-length': String(content.length),
    'upload-metadata': encoded.join(','),
  })
  const begun = await market.fetch('/api/uploads', { method: 'POST', headers })
  const half = content.subarray(0, content.length / 2)
  await sendBytes(market, vendor, begun.headers.get('location') ?? '', 0, half)
}
