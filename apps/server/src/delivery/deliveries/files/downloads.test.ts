import { createHash, randomUUID } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { sourceAccount } from '@semblance/contract'
import { decodeJwt, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../../../testing/drain-jobs.ts'
import { expectRefusal, expectSoundLedger } from '../../../../testing/fixtures/deal-fixtures.ts'
import { type Delivered, deliveredDeal } from '../../../../testing/fixtures/delivery-fixtures.ts'
import {
  type Market,
  openTestMarket,
  type Person,
} from '../../../../testing/fixtures/market-fixtures.ts'
import { DependencyError } from '../../../platform/faults.ts'
import { answerRange } from '../../../platform/http/byte-ranges.ts'
import { signLink } from '../../../platform/http/links.ts'
import { attachment, sanitizeFileName } from '../../../platform/storage/file-names.ts'

let market: Market
let deal: Delivered
/** Stays without a download until the tests of its downloads and its release. */
let unfetched: Delivered
let stranger: Person
let csv: { id: string; name: string; bytes: number; sha256: string }
beforeAll(async () => {
  market = await openTestMarket()
  deal = await deliveredDeal(market)
  unfetched = await deliveredDeal(market)
  stranger = await market.member('both')
  csv = (await deal.client.api.deliveries.dataset({ dprId: deal.dprId })).files[0]!
})
afterAll(() => market.close())

const follow = (url: string, init?: RequestInit) =>
  market.fetch(url.replace(market.platform.config.publicUrl, ''), init)

async function getFile(headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  const { url } = await deal.client.api.deliveries.fileLink({ fileId: csv.id })
  return await follow(url, { method, headers })
}

async function expectCode(response: Response, status: number, code: string): Promise<void> {
  const body = await response.json()
  const requestId = expect.any(String)
  expect(body).toEqual({ code, status, message: expect.any(String), requestId })
  expect(response.status).toBe(status)
}

it('a file arrives whole, under its name, with its checksum, and unchanged on the way', async () => {
  const response = await getFile({ 'accept-encoding': 'gzip' })
  const content = Buffer.from(await response.arrayBuffer())
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-length': String(csv.bytes),
    'content-disposition': `attachment; filename="customers_synthetic.csv"; filename*=UTF-8''customers_synthetic.csv`,
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    etag: `"${csv.sha256}"`,
  })
  expect(response.headers.has('content-encoding')).toBe(false)
  expect(sha256(content)).toBe(csv.sha256)
  expect(content.toString()).toMatch(/^age,city,income\n/)
})

it('one range of a file is answered alone, so that a download resumes', async () => {
  const whole = Buffer.from(await (await getFile()).arrayBuffer())
  for (const [range, start, end] of [
    ['bytes=0-99', 0, 99],
    ['bytes=100-', 100, whole.length - 1],
    ['bytes=-50', whole.length - 50, whole.length - 1],
    ['bytes=10-99999999', 10, whole.length - 1],
  ] as const) {
    const part = await getFile({ range })
    expect(part.status, range).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end}/${whole.length}`)
    expect(part.headers.get('content-length')).toBe(String(end - start + 1))
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(start, end + 1))
  }
})

it('a range beyond the end is unsatisfiable, one we do not understand is ignored', async () => {
  const beyond = await getFile({ range: `bytes=${csv.bytes}-` })
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([
    416,
    `bytes */${csv.bytes}`,
  ])
  expect((await getFile({ range: 'bytes=-0' })).status).toBe(416)
  for (const range of ['bytes=0-1,5-6', 'lines=1-2', 'bytes=9-2', 'bytes=-'])
    expect((await getFile({ range })).status, range).toBe(200)
})

it('a range of another version of the file brings the whole file', async () => {
  const range = 'bytes=0-9'
  expect((await getFile({ range, 'if-range': `"${csv.sha256}"` })).status).toBe(206)
  expect((await getFile({ range, 'if-range': '"other"' })).status).toBe(200)
})

it('who has the file already is told so, and HEAD tells the size alone', async () => {
  expect((await getFile({ 'if-none-match': `"${csv.sha256}"` })).status).toBe(304)
  const head = await getFile({}, 'HEAD')
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
    200,
    String(csv.bytes),
    '',
  ])
})

it('an expired link says so, a forged one nothing', async () => {
  const { platform } = market
  const past = new Date(Date.now() - 6 * 60_000)
  const expired = await signLink({ platform, now: past, actor: {} }, { kind: 'file', id: csv.id })
  await expectCode(await follow(expired.url), 403, 'link_expired')
  const genuine = (await deal.client.api.deliveries.fileLink({ fileId: csv.id })).url
  expect((await follow(genuine)).status).toBe(200)
  const [head, , signature] = genuine.split('/').at(-1)!.split('.')
  const otherPayload = Buffer.from(
    JSON.stringify({ kind: 'archive', sub: csv.id, exp: 9_999_999_999 }),
  ).toString('base64url')
  const signedByAnother = await new SignJWT({ kind: 'file' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(csv.id)
    .setExpirationTime('5m')
    .sign(platform.secrets.key('something else'))
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${otherPayload}.`
  for (const token of [
    `${head}.${otherPayload}.${signature}`,
    signedByAnother,
    unsigned,
    deal.client.token,
    'x',
    '..%2F..%2Fetc%2Fpasswd',
  ])
    await expectCode(await market.fetch(`/api/downloads/${token}`), 404, 'not_found')
})

it('a link lasts five minutes', async () => {
  const askedAt = Date.now()
  const { expiresAt } = await deal.client.api.deliveries.fileLink({ fileId: csv.id })
  expect(expiresAt.getTime()).toBeGreaterThan(askedAt + 298_000)
  expect(expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + 300_000)
})

it('nobody but the client gets a link or can release', async () => {
  const { dprId } = deal
  const refusals = [
    [stranger.api, 'not_found'],
    [deal.vendor.api, 'not_permitted'],
    [market.visitor, 'sign_in_required'],
  ] as const
  for (const [api, code] of refusals) {
    await expectRefusal(api.deliveries.fileLink({ fileId: csv.id }), code)
    await expectRefusal(api.deliveries.archiveLink({ dprId }), code)
    await expectRefusal(api.deliveries.release({ dprId }), code)
  }
  expect(await deal.client.api.deliveries.dataset({ dprId })).toMatchObject({
    contractStatus: 'pending_review',
    releasedCents: 0n,
  })
})

it('who has fetched what is on record, once for each time somebody began', async () => {
  const { client, vendor, dprId, contractId } = unfetched
  const [file] = (await client.api.deliveries.dataset({ dprId })).files
  const { url } = await client.api.deliveries.fileLink({ fileId: file!.id })
  const told = () =>
    market.platform.db.pool.query(
      `select from app.events where topic = 'delivery.fetched' and organization = (select client from contracts where id = $1)`,
      [contractId],
    )
  const before = Date.now()
  await follow(url, { method: 'HEAD' })
  await follow(url, { headers: { range: 'bytes=0-9' } })
  await follow(url, { headers: { range: 'bytes=10-' } })
  await follow((await client.api.deliveries.checksumsLink({ dprId })).url)
  const { items, nextCursor } = await client.api.deliveries.fetched({ dprId })
  expect(items.map(({ fileName }) => fileName)).toEqual(['SHA256SUMS', file!.name])
  expect((await told()).rowCount).toBe(2)
  expect(items[1]).toMatchObject({ bytes: file!.bytes, by: client.email })
  expect(items[1]!.at.getTime()).toBeGreaterThan(before - 1000)
  expect(nextCursor).toBeNull()
  const first = await client.api.deliveries.fetched({ dprId, limit: 1 })
  const next = await client.api.deliveries.fetched({ dprId, limit: 1, cursor: first.nextCursor! })
  expect([...first.items, ...next.items]).toEqual(items)
  await expectRefusal(stranger.api.deliveries.fetched({ dprId }), 'not_found')
  await expectRefusal(vendor.api.deliveries.fetched({ dprId }), 'not_permitted')
})

it('who asks for all but the first byte is on record, too', async () => {
  const { client, dprId } = unfetched
  const [, report] = (await client.api.deliveries.dataset({ dprId })).files
  const { url } = await client.api.deliveries.fileLink({ fileId: report!.id })
  const logged = async () =>
    (await client.api.deliveries.fetched({ dprId })).items.filter(
      ({ fileName }) => fileName === report!.name,
    ).length
  expect(await logged()).toBe(0)
  for (const range of ['bytes=1-', 'bytes=2-9'])
    expect((await follow(url, { headers: { range } })).status).toBe(206)
  expect(await logged()).toBe(1)
})

it('a table is read in parts by one link, which is on record once, and nobody but the client gets one', async () => {
  const { client, vendor, dprId } = unfetched
  const [file] = (await client.api.deliveries.dataset({ dprId })).files
  const asked = { fileId: file!.id }
  expect(await client.api.deliveries.readTable(asked)).toBeNull()
  await runJobs(market)
  const { url, bytes } = (await client.api.deliveries.readTable(asked))!
  for (const [range, length] of [
    ['bytes=-8', 8],
    ['bytes=0-3', 4],
    [`bytes=4-${bytes - 1}`, bytes - 4],
  ] as const) {
    const part = await follow(url, { headers: { range } })
    expect([part.status, part.headers.get('content-length')]).toEqual([206, String(length)])
  }
  const { items } = await client.api.deliveries.fetched({ dprId })
  expect(items.filter(({ fileName }) => fileName.endsWith('.parquet'))).toHaveLength(1)
  await expectRefusal(stranger.api.deliveries.readTable(asked), 'not_found')
  await expectRefusal(vendor.api.deliveries.readTable(asked), 'not_permitted')
  await expectRefusal(market.visitor.deliveries.readTable(asked), 'sign_in_required')
})

it('who takes a file in parts by a link of its own is on record, also after the page has read it', async () => {
  const { client, dprId } = unfetched
  const [file] = (await client.api.deliveries.dataset({ dprId })).files
  const logged = async () =>
    (await client.api.deliveries.fetched({ dprId })).items.filter(({ fileName }) =>
      fileName.endsWith('.parquet'),
    ).length
  expect(await logged()).toBe(1)
  const made = await client.api.deliveries.convert({ fileId: file!.id, format: 'parquet' })
  const { url } = await client.api.deliveries.fileLink({ fileId: made!.id })
  for (const range of ['bytes=1-', 'bytes=2-9']) await follow(url, { headers: { range } })
  expect(await logged()).toBe(2)
})

it('the archive comes with the release, which happens once', async () => {
  const { client, vendor, dprId } = unfetched
  await expectRefusal(client.api.deliveries.archiveLink({ dprId }), 'not_permitted')
  const { releasedCents, archive } = await client.api.deliveries.release({ dprId })
  expect(releasedCents).toBe(1_850_000n)
  const { files, ...dataset } = await client.api.deliveries.dataset({ dprId })
  expect(dataset).toMatchObject({
    contractStatus: 'completed',
    heldCents: 0n,
    releasedCents: 1_850_000n,
  })
  await expectRefusal(client.api.deliveries.release({ dprId }), 'already_released')
  await expectSoundLedger(market)
  const response = await follow(archive.url)
  expect(response.headers.get('content-disposition')).toContain(`"${dprId}_synthetic.zip"`)
  const whole = Buffer.from(await response.arrayBuffer())
  const entries = unzip(whole)
  const sums = entries.pop()!
  expect(
    entries.map(({ name, content }) => ({ name, bytes: content.length, sha256: sha256(content) })),
  ).toEqual(files.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 })))
  expect(sums).toEqual({ name: 'SHA256SUMS', content: Buffer.from(checksums(files)) })
  expect(JSON.parse(entries[1]!.content.toString())).toEqual({
    ...dataset.report,
    source: sourceAccount.parse(dataset.account),
  })
  const part = async (headers: Record<string, string>) =>
    await follow((await client.api.deliveries.archiveLink({ dprId })).url, { headers })
  const rest = await part({ range: 'bytes=1000-', 'if-range': response.headers.get('etag')! })
  expect([rest.status, rest.headers.get('content-range')]).toEqual([
    206,
    `bytes 1000-${whole.length - 1}/${whole.length}`,
  ])
  expect(Buffer.from(await rest.arrayBuffer())).toEqual(whole.subarray(1000))
  expect((await part({ range: 'bytes=1000-', 'if-range': '"of before"' })).status).toBe(200)
  const beyond = await part({ range: `bytes=${whole.length}-` })
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([
    416,
    `bytes */${whole.length}`,
  ])
  await expectRefusal(vendor.api.deliveries.archiveLink({ dprId }), 'not_permitted')
})

it('checksums come as a file that sha256sum reads', async () => {
  const { client, dprId } = deal
  const { files } = await client.api.deliveries.dataset({ dprId })
  const { url } = await client.api.deliveries.checksumsLink({ dprId })
  const response = await follow(url)
  expect(response.headers.get('content-disposition')).toContain('"SHA256SUMS"')
  expect(await response.text()).toBe(checksums(files))
  await expectRefusal(stranger.api.deliveries.checksumsLink({ dprId }), 'not_found')
  await expectRefusal(deal.vendor.api.deliveries.checksumsLink({ dprId }), 'not_permitted')
})

it('a table is there in another format once it has been asked for, sealed like the others', async () => {
  const { client, vendor } = deal
  const asked = { fileId: csv.id, format: 'parquet' } as const
  expect(await client.api.deliveries.convert(asked)).toBeNull()
  expect(await client.api.deliveries.convert(asked)).toBeNull()
  await runJobs(market)
  const made = (await client.api.deliveries.convert(asked))!
  expect(made.name).toBe('customers_synthetic.parquet')
  const { url } = await client.api.deliveries.fileLink({ fileId: made.id })
  const content = Buffer.from(await (await follow(url)).arrayBuffer())
  expect(content.subarray(0, 4).toString()).toBe('PAR1')
  expect(sha256(content)).toBe(made.sha256)
  const { files } = await client.api.deliveries.dataset({ dprId: deal.dprId })
  expect(files.filter(({ name }) => name === made.name)).toEqual([made])
  const report = files.find(({ name }) => name === 'validation_report.json')!
  await expectRefusal(
    client.api.deliveries.convert({ fileId: report.id, format: 'xlsx' }),
    'not_found',
  )
  await expectRefusal(stranger.api.deliveries.convert(asked), 'not_found')
  await expectRefusal(vendor.api.deliveries.convert(asked), 'not_permitted')
  await expectRefusal(market.visitor.deliveries.convert(asked), 'sign_in_required')
})

it('a table that is asked for in vain is given up, and is not made twice at a time', {
  tags: 'long',
}, async () => {
  const { client } = deal
  const { pool } = market.platform.db
  const asked = { fileId: csv.id, format: 'xlsx' } as const
  const jobs = async () =>
    (await pool.query(`select state from app.jobs where task = 'file.convert'`)).rows
  await client.api.deliveries.convert(asked)
  await pool.query('update graphile_worker._private_jobs set locked_at = now()')
  expect(await client.api.deliveries.convert(asked)).toBeNull()
  expect(await jobs()).toEqual([{ state: 'running' }])
  await pool.query(
    'update graphile_worker._private_jobs set locked_at = null, attempts = max_attempts',
  )
  await expectRefusal(client.api.deliveries.convert(asked), 'not_converted')
  expect(await jobs()).toEqual([{ state: 'failed' }])
  await pool.query('update graphile_worker._private_jobs set attempts = 0') // staff try it again
  await runJobs(market)
  expect((await client.api.deliveries.convert(asked))?.name).toBe('customers_synthetic.xlsx')
})

it('a store that is away refuses a download before anything of it is answered', async () => {
  const away = new DependencyError('storage', 'The object store did not answer GET.')
  const read = async function* () {
    yield await Promise.reject(away)
  }
  const content = { name: 'customers.csv', bytes: 3, etag: 'one', read }
  await expect(answerRange(new Request('http://localhost'), content)).rejects.toBe(away)
})

it('names are safe in a header and keep what people wrote', () => {
  expect(attachment('größe "1"\r\nx.csv')).toBe(
    `attachment; filename="gr__e _1___x.csv"; filename*=UTF-8''gr%C3%B6%C3%9Fe%20%221%22%0D%0Ax.csv`,
  )
  expect(sanitizeFileName(`${'长'.repeat(300)}.csv`)).toBe(`${'长'.repeat(120)}.csv`)
})

describe('a link that is over', () => {
  /** Returns a link signed so many minutes ago by an existing session. */
  async function linkOf(minutesAgo: number, session?: string, kind = 'file') {
    const sessionId = session ?? decodeJwt<{ session_id: string }>(deal.client.token).session_id
    const past = { platform: market.platform, now: new Date(Date.now() - minutesAgo * 60_000) }
    return (await signLink({ ...past, actor: { sessionId } }, { kind, id: csv.id })).url
  }
  const etag = () => `"${csv.sha256}"`
  const rest = 'bytes=100-'

  it('goes on with what was begun, as each browser asks for it, with one line in the log for its link', async () => {
    const client = deal.client.api.deliveries
    const fetched = async () => (await client.fetched({ dprId: deal.dprId })).items.length
    const before = await fetched()
    const whole = Buffer.from(await (await getFile()).arrayBuffer())
    const link = await linkOf(60)
    for (const header of ['if-range', 'if-match']) {
      const answer = await follow(link, { headers: { range: rest, [header]: etag() } })
      expect([header, answer.status]).toEqual([header, 206])
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(whole.subarray(100))
    }
    expect(await fetched()).toBe(before + 2) // the whole file, and what this link brought of it
  })

  it('does not go on if it is for readers of tables, who ask for another', async () => {
    const headers = { range: rest, 'if-range': etag() }
    expect((await follow(await linkOf(0, undefined, 'shared'), { headers })).status).toBe(206)
    await expectCode(
      await follow(await linkOf(6, undefined, 'shared'), { headers }),
      403,
      'link_expired',
    )
  })

  it.each<[what: string, headers: () => Record<string, string>]>([
    ['the whole file', () => ({})],
    ['a range of who knows what', () => ({ range: rest })],
    ['a range of another version', () => ({ range: rest, 'if-range': '"other"' })],
    ['a range of what is matched elsewhere', () => ({ range: rest, 'if-match': '"other"' })],
    ['the whole file as a range', () => ({ range: 'bytes=0-', 'if-range': etag() })],
    ['a range beyond the end', () => ({ range: `bytes=${csv.bytes}-`, 'if-range': etag() })],
    ['several ranges', () => ({ range: 'bytes=5-6,8-9', 'if-range': etag() })],
  ])('does not bring %s', async (_, headers) => {
    await expectCode(await follow(await linkOf(6), { headers: headers() }), 403, 'link_expired')
  })

  it('is over for good after a day, for a visitor at once, and once its session has ended', async () => {
    const headers = { range: rest, 'if-range': etag() }
    const { platform } = market
    const now = new Date(Date.now() - 6 * 60_000)
    const visitors = await signLink({ platform, now, actor: {} }, { kind: 'file', id: csv.id })
    const ended = await linkOf(6, randomUUID())
    for (const url of [await linkOf(24 * 60 + 6), visitors.url, ended])
      await expectCode(await follow(url, { headers }), 403, 'link_expired')
  })
})

it('a file that is asked for only as another version is not sent', async () => {
  expect((await getFile({ 'if-match': '"other"' })).status).toBe(412)
  for (const ifMatch of ['*', `"${csv.sha256}"`, `"other", "${csv.sha256}"`])
    expect((await getFile({ 'if-match': ifMatch })).status).toBe(200)
})

it('a link ends with the session that asked for it', async () => {
  const { url } = await deal.client.api.deliveries.fileLink({ fileId: csv.id })
  expect((await follow(url)).status).toBe(200)
  const { session } = decodeJwt<{ session: string }>(url.split('/').at(-1)!)
  await market.platform.db.pool.query('delete from auth.sessions where id = $1', [session])
  const another = { authorization: `Bearer ${stranger.token}` } // which does not revive it
  const resumed = { range: 'bytes=100-', 'if-range': `"${csv.sha256}"` }
  for (const init of [{}, { headers: another }, { headers: resumed }])
    await expectCode(await follow(url, init), 403, 'link_expired')
})

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

const checksums = (files: { name: string; sha256: string }[]) =>
  files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('')

/** The entries of a ZIP file, read by its central directory (APPNOTE 4.3.12). */
function unzip(zip: Buffer): { name: string; content: Buffer }[] {
  const end = zip.lastIndexOf(Buffer.from('504b0506', 'hex'))
  const entries = []
  let at = zip.readUInt32LE(end + 16)
  for (let count = zip.readUInt16LE(end + 10); count > 0; count--) {
    const [size, nameLength] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const packed = zip.subarray(start, start + size)
    entries.push({
      name,
      content: zip.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed),
    })
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return entries
}
