import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { connectWarehouse, type DatabaseInput } from './open-warehouse.ts'

type Handle = (request: IncomingMessage, response: ServerResponse, body: string) => void

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** Plays Trino: every request that `handle` leaves without an answer gets an empty result, in a transaction. */
async function play(handle: Handle): Promise<{ url: string; seen: IncomingMessage[] }> {
  const seen: IncomingMessage[] = []
  server = createServer(async (request, response) => {
    seen.push(request)
    let body = ''
    for await (const chunk of request) body += chunk
    handle(request, response, body)
    if (!response.writableEnded && !response.headersSent)
      answer(response, {}, { 'X-Trino-Started-Transaction-Id': 'begun' })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server?.once('listening', resolve))
  const { port } = server.address() as { port: number }
  return { url: `trino://reader@127.0.0.1:${port}/lake/shop`, seen }
}

function answer(response: ServerResponse, content: object, headers = {}): void {
  response.writeHead(200, { 'Content-Type': 'application/json', ...headers })
  response.end(JSON.stringify(content))
}

const connect = (database: Omit<DatabaseInput, 'tables'>, signal?: AbortSignal) =>
  connectWarehouse(database, signal)

test('statements run in one read-only transaction, as the user, limited in time', async () => {
  const { url, seen } = await play((_, response, body) => {
    if (body.startsWith('start transaction'))
      answer(response, {}, { 'X-Trino-Started-Transaction-Id': 'abc' })
    else answer(response, { data: [[1]] })
  })
  const warehouse = await connect({ url })
  expect(await warehouse.query('select 1')).toEqual([[1]])
  await warehouse.close()
  expect(seen.map(({ headers }) => headers['x-trino-transaction-id'])).toEqual([
    'NONE',
    'abc',
    'abc',
  ])
  expect(seen[1]?.headers).toMatchObject({
    'x-trino-user': 'reader',
    'x-trino-catalog': 'lake',
    'x-trino-schema': 'shop',
    'x-trino-session': 'query_max_run_time=30m',
  })
})

test('rows come in pages, from the server that was named, whatever address it says they are at', async () => {
  const { url, seen } = await play((request, response, body) => {
    if (body.startsWith('select'))
      answer(response, { data: [[1]], nextUri: 'http://elsewhere.test/v1/statement/q/2' })
    else if (request.method === 'GET') answer(response, { data: [[2]] })
  })
  const warehouse = await connect({ url, password: 'open' })
  expect(await warehouse.query('select n from t')).toEqual([[1], [2]])
  expect(seen.at(-1)?.url).toBe('/v1/statement/q/2')
  expect(seen.at(-1)?.headers.authorization).toBe(`Basic ${btoa('reader:open')}`)
})

test('a token is sent as one', async () => {
  const { url, seen } = await play(() => {})
  await connect({ url, token: 'a.b.c' })
  expect(seen[0]?.headers.authorization).toBe('Bearer a.b.c')
})

test('what is refused before anything was asked is the sign-in', async () => {
  const { url } = await play((_, response) =>
    answer(response, { error: { errorName: 'PERMISSION_DENIED' } }),
  )
  await expect(connect({ url })).rejects.toThrow('Trino refused the sign-in')
})

test('a transaction that was idle too long is followed by another', async () => {
  let begun = 0
  const { url } = await play((request, response, body) => {
    if (body.startsWith('start'))
      answer(response, {}, { 'X-Trino-Started-Transaction-Id': String(++begun) })
    else if (request.headers['x-trino-transaction-id'] === '1')
      answer(response, { error: { errorName: 'UNKNOWN_TRANSACTION' } })
    else answer(response, { data: [[7]] })
  })
  const warehouse = await connect({ url })
  expect(await warehouse.query('select 7')).toEqual([[7]])
})

test('a busy server is asked again', async () => {
  let busy = 2
  const { url } = await play((_, response) => {
    if (busy-- > 0) response.writeHead(503).end()
  })
  await connect({ url })
  expect(busy).toBeLessThan(0)
})

test('a run that is given up cancels its statement', async () => {
  const abort = new AbortController()
  const { url, seen } = await play((request, response, body) => {
    if (body.startsWith('select')) answer(response, { nextUri: '/v1/statement/q/2' })
    else if (request.method === 'GET') {
      abort.abort()
      answer(response, { nextUri: '/v1/statement/q/3' })
    }
  })
  const warehouse = await connect({ url }, abort.signal)
  await expect(warehouse.query('select 1')).rejects.toMatchObject({ code: 'aborted' })
  await expect.poll(() => seen.some(({ method }) => method === 'DELETE')).toBe(true)
})

test.each([
  ['TABLE_NOT_FOUND', 'no such table'],
  ['PERMISSION_DENIED', 'does not allow this user'],
  ['EXCEEDED_TIME_LIMIT', 'took too long'],
  ['EXCEEDED_LOCAL_MEMORY_LIMIT', 'no memory'],
  ['INVALID_CAST_ARGUMENT', 'refused a query (INVALID_CAST_ARGUMENT)'],
  ["Cannot cast 'Rome' to double", 'Trino refused a query.'],
])('of an error %s only the name is told', async (errorName, message) => {
  const { url } = await play((_, response, body) => {
    if (body.startsWith('select'))
      answer(response, { error: { errorName, message: "Cannot cast 'Rome' to double" } })
  })
  const warehouse = await connect({ url })
  const refused = warehouse.query('select 1')
  await expect(refused).rejects.toThrow(message)
  await expect(refused).rejects.not.toThrow('Rome')
})

test.each([
  ['trino://host/lake', 'not an address of Trino'],
  ['trino://reader@host', 'not an address of Trino'],
  ['trino://reader:secret@host/lake/shop', 'has no password'],
  ['trino://reader@127.0.0.1:9/lake/shop', 'cannot be reached'],
])('%s is refused', async (url, message) => {
  const refused = connect({ url })
  await expect(refused).rejects.toThrow(message)
  await expect(refused).rejects.not.toThrow('secret')
})

test('a sign-in that is refused says so', async () => {
  const { url } = await play((_, response) => response.writeHead(401).end())
  await expect(connect({ url })).rejects.toThrow('refused the sign-in')
})
