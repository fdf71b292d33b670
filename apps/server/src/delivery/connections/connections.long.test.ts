/**
 * Tests deliveries that are measured in a vendor's own database, which this process offers by TCP and may take away.
 *
 * @module-tag long
 */
import { randomBytes } from 'node:crypto'
import { connect as connectTo, createServer, type Server, type Socket } from 'node:net'
import { keySet, verifyCertificate } from '@semblance/contract'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { runJobs, skipBackoff } from '../../../testing/drain-jobs.ts'
import {
  expectRefusal,
  expectRefusals,
  fundedDeal,
} from '../../../testing/fixtures/deal-fixtures.ts'
import { customersCsv } from '../../../testing/fixtures/delivery-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'
import { hasWaitingJob } from '../../platform/process/jobs.ts'
import { openBlobs } from '../../platform/storage/blobs.ts'
import { waitForSource } from '../deliveries/connected/wait-for-source.ts'
import { expireUploads } from '../deliveries/originals/destruction.ts'
import { claimDelivery } from '../deliveries/queries.ts'
import { SourceRefusedError } from '../engine/service.ts'
import { warehouseOf } from './connecting.ts'

const { market, client, vendor, other } = await useMarket(
  { client: 'client', vendor: 'vendor', other: 'vendor' },
  { connectionNetworks: ['127.0.0.0/8'] },
)
const sql = async (text: string, values: unknown[] = []) =>
  (await market.platform.db.pool.query(text, values)).rows

const suffix = randomBytes(4).toString('hex')
const database = `warehouse_${suffix}`
const [reader, writer] = [`reader_${suffix}`, `writer_${suffix}`]
const server = inject('postgres')
const owner = new pg.Client({ ...server, database })

/** Leads from a port to the test run's PostgreSQL, which listens on a socket of this machine alone. */
let gate: Server
let port = 0
const sockets = new Set<Socket>()
/** Runs before each part of a request reaches the database. */
let beforeAsking = async (): Promise<void> => {}
async function openGate(): Promise<void> {
  gate = createServer((socket) => {
    const inner = connectTo(`${server.host}/.s.PGSQL.5432`)
    for (const one of [socket, inner]) {
      sockets.add(one)
      one
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(one)
          socket.destroy()
          inner.destroy()
        })
    }
    inner.pipe(socket)
    socket.on('data', (asked) => {
      socket.pause()
      void beforeAsking().then(() => {
        inner.write(asked)
        socket.resume()
      })
    })
  })
  await new Promise<void>((resolve) => void gate.listen(port, '127.0.0.1', resolve))
  port = (gate.address() as { port: number }).port
}
async function closeGate(): Promise<void> {
  const closed = new Promise((resolve) => gate.close(resolve))
  for (const socket of sockets) socket.destroy()
  await closed
}

let admin: Person
let stranger: Person
beforeAll(async () => {
  const first = new pg.Client({ ...server, database: 'postgres' })
  await first.connect()
  await first.query(`create database ${database}`)
  await first.end()
  await owner.connect()
  await owner.query(`
    create schema sales;
    create table sales.customers (age integer, city text, income numeric(9,2));
    create table sales.secrets (word text);
    create role ${reader} login password 'reads';
    create role ${writer} login password 'writes';
    grant usage on schema sales to ${reader}, ${writer};
    grant select on sales.customers to ${reader};
    grant select, insert on sales.customers to ${writer};
    revoke create on schema public from public`)
  const rows = customersCsv(400, 7).trim().split('\n').slice(1)
  const values = rows.map((row) => {
    const [age, city, income] = row.split(',')
    return `(${age}, '${city}', ${income})`
  })
  await owner.query(`insert into sales.customers values ${values.join(', ')}`)
  await openGate()
  admin = await market.colleague(vendor, 'administrator')
  stranger = await market.colleague(other, 'administrator')
})
afterAll(async () => {
  await closeGate()
  await owner.query(`drop owned by ${reader}, ${writer} cascade`)
  await owner.query(`drop role ${reader}; drop role ${writer}`)
  await owner.end()
  const last = new pg.Client({ ...server, database: 'postgres' })
  await last.connect()
  await last.query(`drop database ${database} with (force)`)
  await last.end()
})

const form = (change: object = {}, settings: object = {}) => ({
  name: 'Warehouse',
  settings: {
    kind: 'postgres' as const,
    ...{ host: '127.0.0.1', port, database, user: reader, isTls: false, caCertificate: '' },
    ...settings,
  },
  secret: { by: 'password' as const, password: 'reads' },
  ...change,
})
const latest = (contractId: string, person: Person = vendor) =>
  person.api.deliveries.latest({ contractId })

it('a connection is tried before it is kept, and what opens it is never shown again', async () => {
  const added = await admin.api.connections.add(form())
  expect(added).toMatchObject({ name: 'Warehouse', canWrite: false, secretReplacedAt: null })
  expect(JSON.stringify(await vendor.api.connections.list({ limit: 50 }))).not.toContain('reads')
  const [row] = await sql('select * from app.connections where id = $1', [added.id])
  expect(JSON.stringify(row)).not.toContain('reads')
  expect(await vendor.api.connections.objects({ connectionId: added.id })).toEqual({
    objects: [{ name: 'sales.customers', rows: null, bytes: null }],
    isComplete: true,
  })
  const audited = await sql(
    `select action, detail::text as detail from app.audit_log where object = $1 order by seq`,
    [`connection:${added.id}`],
  )
  expect(audited.map(({ action }) => action)).toEqual(['connection.add'])
  expect(JSON.stringify(audited)).not.toMatch(/127\.0\.0\.1|reader|Warehouse/)
})

it('an account that could write is kept with a warning, and wrong settings are not', async () => {
  const secret = { by: 'password' as const, password: 'writes' }
  const writes = await admin.api.connections.add(form({ secret }, { user: writer }))
  expect(writes.canWrite).toBe(true)
  await admin.api.connections.remove({ connectionId: writes.id })
  await expect(admin.api.connections.add(form({ secret }))).rejects.toMatchObject({
    code: 'connection_refused',
    message: expect.stringContaining('refused the sign-in'),
  })
  await expect(admin.api.connections.add(form({}, { isTls: true }))).rejects.toMatchObject({
    code: 'connection_refused',
    message: expect.stringContaining('TLS'),
  })
})

it('a network that is open to webhooks is not open to connections', async () => {
  const config = { connectionNetworks: [], webhookNetworks: ['127.0.0.0/8'] }
  const { settings, secret } = form()
  await expect(warehouseOf(config, settings, secret)).rejects.toMatchObject({
    failure: 'address_refused',
  })
})

it.each(['10.0.0.1', '169.254.169.254', '[::1]', 'localhost'])(
  'nothing is asked of %s, which is no address of the outside',
  async (host) => {
    const before = sockets.size
    const refused = admin.api.connections.add(
      form({}, { host: host.replace(/^\[|\]$/g, ''), isTls: true }),
    )
    await expectRefusal(refused, 'connection_refused')
    expect(sockets.size).toBe(before)
  },
)

it('only administrators of the vendor change connections, and others see none of them', async () => {
  const [{ id: connectionId } = { id: '' }] = (await vendor.api.connections.list({ limit: 50 }))
    .items
  const { secret } = form()
  await expectRefusal(vendor.api.connections.add(form()), 'not_permitted')
  await expectRefusal(vendor.api.connections.remove({ connectionId }), 'not_permitted')
  await expectRefusal(client.api.connections.list({ limit: 50 }), 'not_permitted')
  expect((await stranger.api.connections.list({ limit: 50 })).items).toEqual([])
  await expectRefusals(
    [
      stranger.api.connections.test({ connectionId }),
      stranger.api.connections.replaceSecret({ connectionId, secret }),
      stranger.api.connections.remove({ connectionId }),
      stranger.api.connections.objects({ connectionId }),
    ],
    'not_found',
  )
  const deal = await fundedDeal(client, other)
  await expectRefusal(
    other.api.deliveries.connect({ ...deal, connectionId, objects: ['sales.customers'] }),
    'not_found',
  )
})

it('a delivery is counted in the database, waits while that is away, and is charged once', async () => {
  const [connection] = (await vendor.api.connections.list({ limit: 50 })).items
  const { id: connectionId } = connection ?? { id: '' }
  const { contractId, dprId } = await fundedDeal(client, vendor)
  const objects = ['sales.customers']
  for (const object of ['a b', 'customers', 'other.sales.customers'])
    await expectRefusal(
      vendor.api.deliveries.connect({ contractId, connectionId, objects: [object] }),
      'bad_input',
    )
  await vendor.api.deliveries.connect({ contractId, connectionId, objects: ['sales.secrets'] })
  await runJobs(market)
  expect(await latest(contractId)).toMatchObject({
    status: 'draft',
    isConnected: true,
    reason: expect.stringContaining('does not allow this user'),
  })

  await vendor.api.deliveries.connect({ contractId, connectionId, objects })
  await expectRefusal(admin.api.connections.remove({ connectionId }), 'connection_in_use')
  await closeGate()
  await runJobs(market)
  expect(await latest(contractId)).toMatchObject({
    status: 'inspecting',
    notice: 'source_away',
    connected: { objects, awayReason: 'The database cannot be reached.' },
  })
  await openGate()
  await skipBackoff(market)
  await runJobs(market)
  expect(await latest(contractId)).toMatchObject({
    status: 'review',
    notice: null,
    review: [{ name: 'customers', rows: 400 }],
  })

  await vendor.api.deliveries.submit({ contractId, choices: [], tables: [] })
  await closeGate()
  await runJobs(market)
  expect(await latest(contractId)).toMatchObject({ status: 'queued', notice: 'source_away' })
  expect(await latest(contractId, client)).toMatchObject({ isConnected: true, connected: null })
  await openGate()
  await skipBackoff(market)
  await runJobs(market)
  expect(await latest(contractId)).toMatchObject({ status: 'ready', connected: null })

  const spendings = await sql('select state from source_spendings where deal = $1', [contractId])
  expect(spendings).toEqual([{ state: 'spent' }])
  expect(await sql('select 1 from uploads where contract_id = $1', [contractId])).toEqual([])
  expect((await client.api.deliveries.dataset({ dprId })).files.map(({ name }) => name)).toContain(
    'customers_synthetic.csv',
  )
  const [listed] = (await client.api.certificates.list({ contractId })).items
  const { jws } = await client.api.certificates.get({ id: listed?.id ?? '' })
  const keys = await (await market.fetch('/.well-known/semblance-certificate-keys.json')).json()
  const verified = await verifyCertificate(jws, keySet.parse(keys))
  expect(verified).toMatchObject({
    state: 'valid',
    certificate: {
      originals: [],
      connection: { kind: 'postgres', tables: 1, state: 'one_snapshot' },
    },
  })
  expect(jws).not.toMatch(/127\.0\.0\.1/)
  const kept = await sql(
    'select c.objects, c.places from app.connected_deliveries c join deliveries d on d.id = c.delivery_id where d.contract_id = $1',
    [contractId],
  )
  expect(kept).toEqual([{ objects: [], places: [] }])
})

it('a right that is taken away while the database counts stops the run, which is charged once when it goes on', async () => {
  const [connection] = (await vendor.api.connections.list({ limit: 50 })).items
  const { contractId } = await fundedDeal(client, vendor)
  await vendor.api.deliveries.connect({
    ...{ contractId, connectionId: connection?.id ?? '' },
    objects: ['sales.customers'],
  })
  await runJobs(market)
  await vendor.api.deliveries.submit({ contractId, choices: [], tables: [] })
  const spendings = () =>
    sql(
      `select state, measured_at is not null as "isMeasured" from source_spendings where deal = $1`,
      [contractId],
    )
  let asked = 0
  beforeAsking = async () => {
    if ((await spendings())[0]?.isMeasured && ++asked === 3)
      await owner.query(`revoke select on sales.customers from ${reader}`)
  }
  await runJobs(market)
  beforeAsking = async () => {}
  expect(asked).toBeGreaterThan(2)
  expect(await latest(contractId)).toMatchObject({
    status: 'queued',
    notice: 'source_away',
    connected: { awayReason: 'The database does not allow this user to read the table.' },
  })
  expect(await spendings()).toEqual([{ state: 'reserved', isMeasured: true }])
  await owner.query(`grant select on sales.customers to ${reader}`)
  await skipBackoff(market)
  await runJobs(market)
  expect(await latest(contractId)).toMatchObject({ status: 'ready', notice: null })
  expect(await spendings()).toEqual([{ state: 'spent', isMeasured: true }])
})

it('reads of one vendor’s sources take turns, and wait for a place only while none of them has one', async () => {
  const [connection] = (await vendor.api.connections.list({ limit: 50 })).items
  const connecting = { connectionId: connection?.id ?? '', objects: ['sales.customers'] }
  const deals = [await fundedDeal(client, vendor), await fundedDeal(client, vendor)]
  for (const { contractId } of deals)
    await vendor.api.deliveries.connect({ contractId, ...connecting })
  const jobs = await sql(`select id, queue_name from app.jobs where task = 'delivery.inspect'`)
  const turn = `sources:${vendor.organization.id}`
  expect(jobs.map(({ queue_name }) => queue_name)).toEqual([turn, turn])
  const isWaiting = (task = 'delivery.inspect') => hasWaitingJob(market.platform.db, [task])
  const setJob = (change: string, { id } = jobs[0]) =>
    sql(`update graphile_worker._private_jobs set ${change} where id = $1`, [id])
  expect(await isWaiting()).toBe(false)
  await setJob(`run_at = now() - interval '2 minutes'`)
  expect([await isWaiting(), await isWaiting('delivery.synthesize')]).toEqual([true, false])
  await setJob(`locked_at = now(), locked_by = 'another server'`, jobs[1])
  expect(await isWaiting()).toBe(false)
  await setJob('locked_at = null, locked_by = null', jobs[1])
  for (const { contractId } of deals) await vendor.api.deliveries.cancel({ contractId })
  await runJobs(market)
})

it('a source that refuses is tried three times, and then goes back to its vendor', async () => {
  const [connection] = (await vendor.api.connections.list({ limit: 50 })).items
  const { contractId } = await fundedDeal(client, vendor)
  await vendor.api.deliveries.connect({
    ...{ contractId, connectionId: connection?.id ?? '' },
    objects: ['sales.customers'],
  })
  const { id = '' } = (await latest(contractId)) ?? {}
  const { platform } = market
  const work = {
    platform,
    blobs: openBlobs(platform.config),
    signal: new AbortController().signal,
  }
  const refuse = async () => {
    const run = await platform.db.transaction(system, (tx) =>
      claimDelivery(tx, id, ['inspecting'], 'inspecting'),
    )
    if (!run) throw new Error('There is no run to refuse.')
    await waitForSource(work, run, new SourceRefusedError('The right to read was taken away.'))
    return await latest(contractId)
  }
  for (let i = 0; i < 2; i++)
    expect(await refuse()).toMatchObject({ status: 'inspecting', notice: 'source_away' })
  expect(await refuse()).toMatchObject({
    status: 'draft',
    reason: 'The right to read was taken away. It was tried three times.',
    connected: { awayReason: null },
  })
  await vendor.api.deliveries.cancel({ contractId })
  await sql('update app.connected_deliveries set ended_at = null where delivery_id = $1', [id])
  await expireUploads(platform)
  const ended = 'select ended_at from app.connected_deliveries where delivery_id = $1'
  expect(await sql(ended, [id])).toEqual([{ ended_at: expect.any(Date) }])
  expect(await latest(contractId)).toMatchObject({ status: 'cancelled' })
})

it('the same table is known again, and is not measured under another source', async () => {
  const [connection] = (await vendor.api.connections.list({ limit: 50 })).items
  const { id: connectionId } = connection ?? { id: '' }
  const { contractId } = await fundedDeal(client, vendor)
  await owner.query(`update sales.customers set income = income + 1000 + random() * 100`)
  const spelled = ['"sales"."customers"', 'sales.customers']
  await vendor.api.deliveries.connect({ contractId, connectionId, objects: spelled })
  await runJobs(market)
  expect(await latest(contractId)).toMatchObject({
    status: 'review',
    connected: { objects: ['sales.customers'] },
    overlaps: [{ match: 'place' }],
  })
  await expectRefusal(
    vendor.api.deliveries.submit({
      contractId,
      choices: [],
      tables: [],
      source: { name: 'New' },
    }),
    'source_overlaps',
  )
  await vendor.api.deliveries.cancel({ contractId })
  await admin.api.connections.remove({ connectionId })
  expect((await vendor.api.connections.list({ limit: 50 })).items).toEqual([])
})
