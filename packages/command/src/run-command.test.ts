/** Tests the command line itself; apps/server/testing/command.long.test.ts has it trade with a server. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { refuseTooLarge } from './premises/measure-locally.ts'
import { exitCodes, runCommand } from './run-command.ts'
import { readServerEvents, type ServerEvent } from './server-events.ts'

const dir = mkdtempSync(join(tmpdir(), 'semblance-command-'))
/** Knows one key, and refuses everything else. */
const server = createServer((request, response) => {
  const isKnown = request.headers.authorization === 'Bearer smb_test_good'
  const refusal = { code: 'key_invalid', message: 'This key is unknown.', requestId: 'r-7' }
  response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' })
  response.end(JSON.stringify(isKnown ? { organization: { name: 'Halden' } } : refusal))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => {
  server.close()
  rmSync(dir, { recursive: true })
})

let home = ''
beforeEach(() => {
  home = mkdtempSync(join(dir, 'home-'))
})
const file = () => join(home, '.config/semblance/credentials.json')

async function run(
  words: string[],
  { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {},
) {
  let [out, error] = ['', '']
  const code = await runCommand(
    words,
    {
      out: (text) => {
        out += text
      },
      error: (text) => {
        error += text
      },
      isWatched: false,
      signal: new AbortController().signal,
      env: { HOME: home, ...env },
      readInput: async () => input,
      readSecret: async () => input,
    },
    { pauseMs: 1 },
  )
  return { code, out, error }
}

describe('login', () => {
  it('keeps a key that the server knows, in a file that its owner alone can read', async () => {
    const { code, out } = await run(['login', '--url', `${url}/`], { input: 'smb_test_good\n' })
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('Halden') })
    expect(out).not.toContain('smb_test_good')
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(statSync(join(home, '.config/semblance')).mode & 0o777).toBe(0o700)
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({ url, key: 'smb_test_good' })
    expect(readdirSync(join(home, '.config/semblance'))).toEqual(['credentials.json'])
    // Another key, for the same server.
    expect(await run(['login', '--json'], { input: 'smb_test_good' })).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\{/),
    })
  })

  it('keeps nothing of a key that is refused, or where no server answers', async () => {
    const refused = await run(['login', '--url', url], { input: 'smb_test_bad' })
    expect(refused).toEqual({
      code: exitCodes.refused,
      out: '',
      error: 'This key is unknown. (key_invalid, request r-7)\n',
    })
    expect(await run(['login', '--url', 'ftp://x'], { input: 'k' })).toMatchObject({ code: 2 })
    expect(await run(['login'], { input: 'k' })).toMatchObject({ code: 2 })
    expect(existsSync(file())).toBe(false)
  })

  it('is asked for again where others can read the file, or it holds something else', async () => {
    await run(['login', '--url', url], { input: 'smb_test_good' })
    chmodSync(file(), 0o644)
    const open = await run(['download', 'DPR-1'])
    expect(open).toMatchObject({ code: 2, error: expect.stringContaining('chmod 600') })
    writeFileSync(file(), '{}')
    chmodSync(file(), 0o600)
    expect(await run(['download', 'DPR-1'])).toMatchObject({ code: 2 })
  })
})

describe('a command', () => {
  it.each([
    [['reqest', 'form.json'], 'did you mean "request"'],
    [['download', 'DPR-1'], 'Run semblance login first'],
    [['download', '--frmat', 'json'], '--frmat'],
  ])('%j makes no sense and is told why', async (words, message) => {
    const { code, out, error } = await run(words)
    expect({ code, out }).toEqual({ code: exitCodes.usage, out: '' })
    expect(error).toContain(message)
  })

  const known = { SEMBLANCE_URL: url, SEMBLANCE_KEY: 'smb_test_good' }
  it.each([
    [['request'], '', 'Name a file'],
    [['request', '-'], 'title: x', 'no JSON'],
    [['request', '-'], '[1]', 'no JSON object'],
    [['request', '-'], '{ "budgetMinCents": 1.5 }', 'budgetMinCents is no whole number'],
    [['offer', '-'], '{ "dprId": "DPR-1" }', '--accept-terms'],
    [['deliver', 'CTR-1'], '', 'files to deliver'],
    [['download'], '', 'Name a request'],
    [['download', 'DPR-1', '--format', 'doc'], '', '--format is'],
  ])('%j with %j makes no sense before anything is sent', async (words, input, message) => {
    const { code, error } = await run(words, { input, env: known })
    expect({ code, error }).toEqual({
      code: exitCodes.usage,
      error: expect.stringContaining(message),
    })
  })

  it('ends with 3 where no server answers, and with 4 where a file is missing', async () => {
    const env = { SEMBLANCE_URL: 'http://127.0.0.1:9', SEMBLANCE_KEY: 'k' }
    const { code, error } = await run(['download', 'DPR-1'], { env })
    expect({ code, error }).toMatchObject({ code: 3, error: expect.stringContaining('answer') })
    const absent = await run(['request', join(home, 'absent.json')], { env: known })
    expect(absent).toMatchObject({ code: 4, error: expect.stringContaining('is not there') })
  })

  it.each([
    [[], 'synthesize'],
    [['--help'], 'deliver'],
    [['help', 'offer'], '--accept-terms'],
    [['help', 'synthesize'], '--epsilon'],
    [['deliver', '-h'], '--submit'],
    [['login', '--help'], '--url'],
  ])('%j helps', async (words, text) => {
    const { code, out } = await run(words)
    expect(code).toBe(exitCodes.done)
    expect(out).toContain(text)
    expect(out.split('\n').every((line) => line.length <= 110)).toBe(true)
  })
})

describe('a delivery that is measured here', () => {
  const answers: { status: number; code: string }[] = []
  const platform = createServer((request, response) => {
    request.resume()
    const { status, code } = answers.at(-1) ?? { status: 500, code: 'internal' }
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ code, message: 'No.' }))
  })
  afterAll(() => platform.close())

  async function deliverWhere(status: number, code: string) {
    if (!platform.listening)
      await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve))
    answers.push({ status, code })
    writeFileSync(join(home, 'people.csv'), `age,city\n${'30,Oslo\n40,Bern\n'.repeat(60)}`)
    const keyPath = join(home, 'key.json')
    if (!existsSync(keyPath)) await run(['keygen', keyPath])
    const { port } = platform.address() as AddressInfo
    const words = ['--contract', 'CTR-1', '--source', 'SRC-1', '--signing-key', keyPath]
    const env = { SEMBLANCE_URL: `http://127.0.0.1:${port}`, SEMBLANCE_KEY: 'k' }
    const place = ['--state', join(home, 'state'), join(home, 'people.csv')]
    const { error } = await run(['deliver', ...words, ...place], { env })
    expect(error).toContain(code)
  }
  const noted = () => {
    const path = join(home, 'state/state.json')
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
  }

  it('is refused before anything is sent if its twin would be too large to draw', () => {
    const columns = Array.from({ length: 10 }, (_, i) => i)
    expect(() => refuseTooLarge([{ rowCount: 45_000_000, columns }])).not.toThrow()
    const tables = [45_000_000, 1].map((rowCount) => ({ rowCount, columns }))
    expect(() => refuseTooLarge(tables)).toThrow('451 million values')
  })

  it('forgets what was never reserved', async () => {
    await deliverWhere(409, 'not_awaiting_delivery')
    expect(noted()).toBeNull()
  })

  it.each([
    [503, 'unexpected_answer'],
    [429, 'too_many_requests'],
    [401, 'key_invalid'],
    [409, 'request_in_flight'],
    [404, 'unexpected_answer'],
  ])('is remembered when a call ends with %d %s, and by all later ones', async (status, code) => {
    await deliverWhere(status, code)
    const { id } = noted()
    await deliverWhere(409, 'not_awaiting_delivery')
    expect(noted()).toMatchObject({ id })
  })
})

it('a synthesis that is interrupted ends at once and leaves nothing', {
  tags: 'long',
}, async () => {
  const rows = Array.from({ length: 60_000 }, (_, i) => `${i % 7},${(i * 37) % 900},${i % 50}`)
  const input = join(home, 'people.csv')
  writeFileSync(input, `city,income,age\n${rows.join('\n')}\n`)
  const bin = fileURLToPath(new URL('../bin/semblance.ts', import.meta.url))
  const twin = join(home, 'twin.csv')
  const child = spawn(process.execPath, [bin, 'synthesize', input, '--out', twin])
  let error = ''
  child.stderr.on('data', (chunk: Buffer) => {
    if (error === '') child.kill('SIGINT')
    error += chunk
  })
  const [code] = await once(child, 'exit')
  expect({ code, error }).toMatchObject({ code: exitCodes.interrupted })
  expect(error).toContain('Interrupted; nothing was written.')
  expect(readdirSync(home)).toEqual(['people.csv'])
})

it('events are read across the borders of chunks, and heartbeats are none', async () => {
  const chunks = [
    'id: 1-2\nda',
    'ta: {"topic":"ready"}\n',
    '\n:\n\ndata: a\r\ndata: b\r\n\r\ndata: cut',
  ]
  const body = ReadableStream.from(chunks.map((text) => new TextEncoder().encode(text)))
  const events: ServerEvent[] = []
  for await (const event of readServerEvents(new Response(body))) events.push(event)
  expect(events).toEqual([
    { id: '1-2', data: '{"topic":"ready"}' },
    { id: '1-2', data: 'a\nb' },
  ])
})

describe('deliver --abandon', () => {
  const notFound = { code: 'not_found', message: 'Nothing here.', requestId: 'r-9' }

  /** Gives up the delivery of a directory that is that far, on a server that answers all with 404. */
  async function abandon(body: string, { isReserved }: { isReserved: boolean }) {
    const everywhere = createServer((_, response) => response.writeHead(404).end(body))
    await new Promise<void>((resolve) => everywhere.listen(0, '127.0.0.1', resolve))
    const at = `http://127.0.0.1:${(everywhere.address() as AddressInfo).port}`
    const state = join(home, 'state')
    const key = join(home, 'key.json')
    await run(['keygen', key])
    mkdirSync(state)
    const subject = { url: at, contractId: 'CTR-1', source: 'SRC-1', inputs: [key], schema: null }
    const known = { format: 1, id: randomUUID(), ...(isReserved && { sourceId: 'SRC-1' }) }
    writeFileSync(join(state, 'state.json'), JSON.stringify({ ...subject, ...known }))
    const words = ['--contract', 'CTR-1', '--source', 'SRC-1', '--signing-key', key]
    const env = { SEMBLANCE_URL: at, SEMBLANCE_KEY: 'smb_test_good' }
    const done = await run(['deliver', ...words, '--state', state, '--abandon', key], { env })
    everywhere.close()
    return { code: done.code, isKept: existsSync(join(state, 'state.json')) }
  }

  it('forgets what was never reserved, on the word of the API alone', async () => {
    const reserved = { isReserved: false }
    expect(await abandon(JSON.stringify(notFound), reserved)).toEqual({ code: 0, isKept: false })
  })

  it.each([
    ['a page of something before the API', '<h1>Not Found</h1>', false],
    ['another error of the API', JSON.stringify({ ...notFound, code: 'route_unknown' }), false],
    ['the API, to another key than the one that began it', JSON.stringify(notFound), true],
  ])('keeps the directory where 404 comes from %s', async (_, body, isReserved) => {
    expect(await abandon(body, { isReserved })).toEqual({ code: exitCodes.refused, isKept: true })
  })
})
