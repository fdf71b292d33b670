/** Tests that a warehouse which is silent, or sends far too much, ends a run instead of keeping it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createGate } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { postgres } from './dialects/postgres.ts'
import { drawSample, newSampleRoom } from './draw-sample.ts'
import { connectWarehouse, openWarehouse } from './open-warehouse.ts'
import { probeWarehouse } from './probe-warehouse.ts'
import type { Warehouse } from './warehouse.ts'

const closers: (() => void)[] = []
let workDir = ''
beforeAll(async () => {
  workDir = await mkdtemp(path.join(tmpdir(), 'hostile-'))
})
afterEach(() => vi.useRealTimers())
afterAll(async () => {
  for (const close of closers) close()
  await rm(workDir, { recursive: true })
})
const route = { addresses: ['127.0.0.1'], isTls: false }

/** Signs in every client, answers so many queries, and is silent from then on, also at the end. */
async function silentAfter(answers: number, onSilence: () => void): Promise<string> {
  const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])
  const signedIn = Buffer.concat([Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]), ready])
  const done = Buffer.concat([Buffer.from([0x43, 0, 0, 0, 8, 0x53, 0x45, 0x54, 0]), ready])
  const server = createGate({ allowHalfOpen: true }, (socket) => {
    closers.push(() => socket.destroy())
    let asked = -1
    socket.on('error', () => {})
    socket.on('data', () => {
      asked += 1
      if (asked === 0) socket.write(signedIn)
      else if (asked <= answers) socket.write(done)
      else onSilence()
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
  return `postgres://reader@silent.invalid:${(server.address() as AddressInfo).port}/postgres`
}

/** Waits for the silence, and turns the clock on past the limit of a statement. */
async function outlast<T>(silence: Promise<void>, hanging: Promise<T>): Promise<void> {
  hanging.catch(() => {})
  await silence
  await vi.advanceTimersByTimeAsync(32 * 60_000)
}

test('a database that falls silent is away once the limit of a statement is over', async () => {
  let fallSilent = () => {}
  const silence = new Promise<void>((resolve) => {
    fallSilent = resolve
  })
  const url = await silentAfter(8, fallSilent)
  const warehouse = await connectWarehouse({ url, password: 'x', route }, undefined)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const query = warehouse.query('select 1')
  await outlast(silence, query)
  await expect(query).rejects.toMatchObject({ code: 'unreachable' })
  await warehouse.close()
})

test('a database that signs in and says no more is away within seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let fallSilent = () => {}
  const silence = new Promise<void>((resolve) => {
    fallSilent = resolve
  })
  const url = await silentAfter(0, fallSilent)
  const connecting = connectWarehouse({ url, password: 'x', route }, undefined)
  connecting.catch(() => {})
  await silence
  await vi.advanceTimersByTimeAsync(20_000)
  await expect(connecting).rejects.toMatchObject({ code: 'unreachable' })
})

test('a database that never lets go is left', async () => {
  const url = await silentAfter(8, () => {})
  const warehouse = await connectWarehouse({ url, password: 'x', route }, undefined)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const closed = warehouse.close()
  await vi.advanceTimersByTimeAsync(6000)
  await closed
})

/** Sends the same rows for ever. */
function flood(row: string[]): Warehouse {
  return {
    dialect: postgres,
    async *stream() {
      for (;;) yield Array.from({ length: 500 }, () => row)
    },
  } as Partial<Warehouse> as Warehouse
}

let files = 0
const sample = (row: string[], limit: { rows: number; bytes: number }) => {
  files += 1
  const filePath = path.join(workDir, `${files}.csv`)
  const columns = [{ name: 'a', type: 'other' as const, nativeType: 'text' }]
  const room = { ...newSampleRoom(), bytes: limit.bytes }
  return drawSample(flood(row), 'rows', columns, filePath, { rows: limit.rows, room })
}

test('a sample that does not end is refused by its rows, by its bytes, and by the length of a cell', async () => {
  const refused = { code: 'not_readable' }
  await expect(sample(['a', '0'], { rows: 2000, bytes: 1e9 })).rejects.toMatchObject(refused)
  await expect(sample(['a', '0'], { rows: 1e9, bytes: 5000 })).rejects.toMatchObject(refused)
  const long = 'a'.repeat(100_000)
  await expect(sample([long, '0'], { rows: 1e9, bytes: 1e9 })).rejects.toMatchObject(refused)
})

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
  return `trino://reader@lake.invalid:${(server.address() as AddressInfo).port}/lake`
}

test('a status that has no content ends the request, and not the process', async () => {
  const url = await serve((_, response) => response.writeHead(205).end('x'))
  const connecting = connectWarehouse({ url, password: 'x', route }, undefined)
  await expect(connecting).rejects.toMatchObject({ name: 'SynthesisError' })
})

test('names that cannot be chosen and estimates that are no numbers are not listed', async () => {
  const rows = [
    ['sales', 'plain', '1e30'],
    ['sales', 'a'.repeat(2000), 5],
  ]
  const url = await serve((_, response) => {
    response.setHeader('X-Trino-Started-Transaction-Id', 'tx')
    response.end(JSON.stringify({ data: rows }))
  })
  expect(await probeWarehouse({ url, password: 'x', route })).toMatchObject({
    tables: [{ name: 'sales.plain', rows: null }],
    isComplete: false,
  })
})

test('a table whose count is made up streams no more than a sample', async () => {
  const url = await serve(async (request, response) => {
    const isEndless = request.url === '/more' || / as semblance_held/.test(await text(request))
    response.setHeader('X-Trino-Started-Transaction-Id', 'tx')
    const columns = [{ name: 'a', type: 'varchar' }]
    const data = isEndless ? Array.from({ length: 1000 }, () => ['a', '0']) : [['3', 'F']]
    response.end(JSON.stringify({ columns, data, ...(isEndless && { nextUri: 'http://x/more' }) }))
  })
  const options = { workDir, schema: undefined, random: seededRandom(1), signal: undefined }
  await expect(
    openWarehouse({ url, password: 'x', route, tables: ['s.t'] }, options),
  ).rejects.toMatchObject({ code: 'not_readable', message: expect.stringContaining('far more') })
})
