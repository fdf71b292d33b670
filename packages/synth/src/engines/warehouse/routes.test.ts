/** Tests that a warehouse is connected to at the addresses of its route, also where its name leads to others. */
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, createServer as createGate } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connectWarehouse } from './open-warehouse.ts'
import { probeWarehouse } from './probe-warehouse.ts'
import { SERVER_URL } from './test-server.ts'

const { host, user, password } = inject('postgres')
const closers: (() => void)[] = []
afterAll(() => {
  for (const close of closers) close()
})

/** Leads from a port to the PostgreSQL of the test run, which has a socket of this machine alone. */
async function openGate(): Promise<number> {
  const gate = createGate((socket) => {
    const inner = connect(`${host}/.s.PGSQL.5432`)
    socket.on('error', () => inner.destroy()).on('close', () => inner.destroy())
    inner.on('error', () => socket.destroy()).on('close', () => socket.destroy())
    socket.pipe(inner).pipe(socket)
  })
  await new Promise<void>((resolve) => void gate.listen(0, '127.0.0.1', resolve))
  closers.push(() => gate.close())
  return (gate.address() as AddressInfo).port
}

async function serve(answer: RequestListener): Promise<number> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
  return (server.address() as AddressInfo).port
}

const clear = { addresses: ['127.0.0.1'], isTls: false }
let port = 0
const admin = new pg.Client(SERVER_URL)
beforeAll(async () => {
  port = await openGate()
  await admin.connect()
  await admin.query(`
    create schema routes; create table routes."odd.name" (a integer); create table routes.plain (a integer);
    create table routes.closed (a integer);
    create role routes_reader login password 'reads'; grant usage on schema routes to routes_reader;
    grant select on routes."odd.name", routes.plain to routes_reader`)
})
afterAll(async () => {
  await admin.query('drop schema routes cascade; drop role routes_reader')
  await admin.end()
})

test('PostgreSQL is reached at the address of the route, also where the name leads nowhere', async () => {
  const url = `postgres://${user}@warehouse.invalid:${port}/postgres`
  const warehouse = await connectWarehouse({ url, password, route: clear }, undefined)
  expect(await warehouse.query('select 1')).toEqual([[1]])
  await warehouse.close()
})

test('an address where nobody is gives way to the next one', async () => {
  const url = `postgres://${user}@warehouse.invalid:${port}/postgres`
  const route = { ...clear, addresses: ['127.0.0.2', '127.0.0.1'] }
  const warehouse = await connectWarehouse({ url, password, route }, undefined)
  await warehouse.close()
  const nobody = connectWarehouse(
    { url, password, route: { ...clear, addresses: ['127.0.0.2'] } },
    undefined,
  )
  await expect(nobody).rejects.toMatchObject({ code: 'unreachable' })
})

test('what follows the address decides nothing: no socket, no file, no weaker protection', async () => {
  const url = `postgres://${user}@warehouse.invalid:${port}/postgres?host=${encodeURIComponent(host)}&sslmode=disable`
  const route = { addresses: ['127.0.0.1'], isTls: true }
  const refused = connectWarehouse({ url, password, route }, undefined)
  await expect(refused).rejects.toMatchObject({
    code: 'not_readable',
    message: expect.stringContaining('TLS'),
  })
})

test('a sign-in that is refused is no outage', async () => {
  const url = `postgres://${user}@warehouse.invalid:${port}/postgres`
  const refused = connectWarehouse({ url, password: 'wrong', route: clear }, undefined)
  await expect(refused).rejects.toMatchObject({ code: 'not_readable' })
})

test('a probe lists what may be read, and says if the user could write', async () => {
  const at = `warehouse.invalid:${port}/postgres`
  const reader = await probeWarehouse({
    url: `postgres://routes_reader@${at}`,
    password: 'reads',
    route: clear,
  })
  expect(
    reader.tables.map(({ name }) => name).filter((name) => name.startsWith('routes.')),
  ).toEqual(['routes."odd.name"', 'routes.plain'])
  const owner = await probeWarehouse({ url: `postgres://${user}@${at}`, password, route: clear })
  expect(owner.canWrite).toBe(true)
})

test('Trino is reached at the address of the route, and no redirect is followed', async () => {
  const hosts: (string | undefined)[] = []
  const trino = await serve((request, response) => {
    hosts.push(request.headers.host)
    response.setHeader('X-Trino-Started-Transaction-Id', 'tx')
    if (hosts.length > 2) response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end()
    else response.end(JSON.stringify({ columns: [{ name: 'a', type: 'integer' }], data: [[7]] }))
  })
  const url = `trino://reader@lake.invalid:${trino}/lake`
  const warehouse = await connectWarehouse({ url, password: 'x', route: clear }, undefined)
  expect(await warehouse.query('select 7')).toEqual([[7]])
  expect(hosts).toEqual([`lake.invalid:${trino}`, `lake.invalid:${trino}`])
  await expect(warehouse.query('select 8')).rejects.toMatchObject({ name: 'SynthesisError' })
})
