/** Tests what the client does about a server that fails. */
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { ApiError, FileDiffers, NoAnswer, openClient, until, verifyWebhook } from './index.ts'

type Answer = (response: ServerResponse, request: IncomingMessage) => void
type Call = { method: string; path: string; headers: IncomingMessage['headers'] }

const dir = mkdtempSync(join(tmpdir(), 'semblance-client-'))
afterAll(() => rmSync(dir, { recursive: true }))
let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** Serves these answers one after the other, the last one to all further calls. */
async function serve(...answers: Answer[]) {
  const calls: Call[] = []
  server = createServer((request, response) => {
    const { method = '', url: path = '', headers } = request
    const answer = answers[Math.min(calls.length, answers.length - 1)]
    calls.push({ method, path, headers })
    request.resume().on('end', () => answer?.(response, request))
  })
  const { port } = await new Promise<AddressInfo>((resolve) => {
    server?.listen(0, '127.0.0.1', () => resolve(server?.address() as AddressInfo))
  })
  const url = `http://127.0.0.1:${port}`
  return {
    calls,
    url,
    client: openClient({ url: `${url}/`, key: 'smb_test_x', pauseMs: 1, attempts: 3 }),
  }
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body))
const refusal = (status: number, code: string, more: object = {}) =>
  json(status, { code, status, message: 'Not now.', requestId: 'r-1', ...more })
const cut: Answer = (response) => response.destroy()
const ticket = {
  name: 'CI',
  email: 'ci@example.com',
  priority: 'low',
  subject: 'S',
  message: 'M',
} as const

describe('a call', () => {
  it('is sent again after no answer, an outage, a limit, or while the first is under way, with one key', async () => {
    const { calls, client } = await serve(
      cut,
      refusal(409, 'request_in_flight'),
      json(200, { id: 'T-1' }),
    )
    expect(await client.api.support.open(ticket)).toMatchObject({ id: 'T-1' })
    const keys = calls.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[\w-]{36}$/)
    for (const status of [429, 503]) {
      const limited = await serve(refusal(status, 'x'), json(200, []))
      await limited.client.api.contracts.get({ contractId: 'c' })
      expect(limited.calls.length).toBe(2)
    }
  })

  it('waits as long as the server asks, not as it would by itself', async () => {
    const { calls, url } = await serve(
      json(503, { code: 'overloaded', message: '' }, { 'retry-after': '0.01' }),
      json(200, { id: 'T-1' }),
    )
    await openClient({ url, key: 'k', pauseMs: 1e9 }).api.support.open(ticket)
    expect(calls).toHaveLength(2)
  })

  it('has the key that a program keeps for it, and none where no answer is kept', async () => {
    const { calls, client } = await serve(json(200, { url: 'x', expiresAt: 'y' }))
    await client.api.support.open(ticket, { context: { idempotencyKey: 'kept' } })
    await client.api.deliveries.fileLink({ fileId: 'f' })
    await client.api.contracts.get({ contractId: 'c' })
    expect(calls.map(({ headers }) => headers['idempotency-key'])).toEqual([
      'kept',
      undefined,
      undefined,
    ])
    expect(calls[0]?.headers.authorization).toBe('Bearer smb_test_x')
  })

  it('that answers with a new secret is sent once, one that answers with a link again', async () => {
    const sentOf = async (call: (client: ReturnType<typeof openClient>) => Promise<unknown>) => {
      const { calls, client } = await serve(cut)
      await expect(call(client)).rejects.toBeInstanceOf(NoAnswer)
      return calls.length
    }
    const keyId = '0191f3a0-0000-7000-8000-000000000000'
    expect(await sentOf(({ api }) => api.keys.rotate({ keyId, graceHours: 0 } as never))).toBe(1)
    expect(await sentOf(({ api }) => api.keys.create({} as never))).toBe(1)
    expect(await sentOf(({ api }) => api.webhooks.create({} as never))).toBe(1)
    expect(await sentOf(({ api }) => api.deliveries.fileLink({ fileId: 'f' }))).toBe(3)
  })

  it('is refused once, with code, field and request', async () => {
    const { calls, client } = await serve(refusal(422, 'offer_exists', { field: 'dprId' }))
    const error = await client.api.contracts.get({ contractId: 'c' }).catch((cause) => cause)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      code: 'offer_exists',
      status: 422,
      data: { field: 'dprId', requestId: 'r-1' },
    })
    expect(calls).toHaveLength(1)
    const proxy = await serve((response) => response.writeHead(403).end('<html>Forbidden</html>'))
    const other = proxy.client.api.contracts.get({ contractId: 'c' })
    await expect(other).rejects.toMatchObject({ status: 403 })
  })

  it('ends with NoAnswer after its last attempt, and at once when it is aborted', async () => {
    const { calls, client } = await serve(cut)
    await expect(client.api.contracts.get({ contractId: 'c' })).rejects.toBeInstanceOf(NoAnswer)
    expect(calls).toHaveLength(3)
    const signal = AbortSignal.abort(new Error('stopped'))
    const aborted = client.api.contracts.get({ contractId: 'c' }, { signal })
    await expect(aborted).rejects.toThrow('stopped')
    expect(calls).toHaveLength(3)
  })

  it('counts a server that accepts and says nothing as one that does not answer', async () => {
    const { url, calls } = await serve(() => {})
    const client = openClient({ url, key: 'k', attempts: 2, pauseMs: 1, timeoutMs: 1000 })
    await expect(client.api.contracts.get({ contractId: 'c' })).rejects.toBeInstanceOf(NoAnswer)
    expect(calls).toHaveLength(2)
  })
})

describe('a download', () => {
  const content = Buffer.alloc(300_000, 'twin,')
  const sha256 = createHash('sha256').update(content).digest('hex')
  const file = { id: 'f', name: 'twin.csv', bytes: content.length, sha256 }
  const path = join(dir, 'twin.csv')
  const part = `${path}.part`
  const link: Answer = (response, { headers: { host } }) =>
    json(200, { url: `http://${host}/file`, expiresAt: '' })(response, undefined as never)
  const whole: Answer = (response) => response.writeHead(200).end(content)
  /** Answers with the range of the request, or with all without one. */
  const rest: Answer = (response, { headers: { range } }) => {
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0)
    response.writeHead(from > 0 ? 206 : 200).end(content.subarray(from))
  }
  const half: Answer = (response) => {
    response.writeHead(200, { 'content-length': content.length })
    response.write(content.subarray(0, 200_000), () => response.socket?.end())
  }

  it('goes on where it was cut off, by a new link', async () => {
    const { calls, client } = await serve(link, half, link, rest)
    await client.download(file, path)
    expect(readFileSync(path).equals(content)).toBe(true)
    expect([existsSync(part), calls.length]).toEqual([false, 4])
  })

  it('goes on with what an earlier process left of the same content, and begins anew where all is sent', async () => {
    writeFileSync(part, content.subarray(0, 1000))
    const { calls, client } = await serve(link, rest)
    await client.download(file, path)
    const { range, 'if-range': known } = calls[1]?.headers ?? {}
    expect([range, known]).toEqual(['bytes=1000-', `"${sha256}"`])
    writeFileSync(part, 'something else')
    const anew = await serve(link, whole)
    await anew.client.download(file, path)
    expect(readFileSync(path).equals(content)).toBe(true)
  })

  it('keeps nothing of a file that is not what was delivered', async () => {
    rmSync(path)
    const { client } = await serve(link, (response) => response.end(Buffer.alloc(content.length)))
    await expect(client.download(file, path)).rejects.toBeInstanceOf(FileDiffers)
    expect([existsSync(path), existsSync(part)]).toEqual([false, false])
  })

  it('ends with the refusal of its link', async () => {
    const { client } = await serve(refusal(404, 'not_found'))
    await expect(client.download(file, path)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a webhook', () => {
  const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
  const body = JSON.stringify({
    type: 'delivery.ready',
    timestamp: 'now',
    data: { contractId: 'c' },
  })
  const headersAt = (at: Date) => ({
    'webhook-id': 'm1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('m1', at, body),
  })

  it('is read if its secret signed it just now, from headers of either kind', () => {
    const headers = headersAt(new Date())
    for (const given of [headers, new Headers(headers)])
      expect(verifyWebhook(secret, given, body)).toMatchObject({ type: 'delivery.ready' })
  })

  it('is refused if it was altered, is old, or comes from another', () => {
    const headers = headersAt(new Date())
    const other = `whsec_${Buffer.alloc(24, 8).toString('base64')}`
    expect(() => verifyWebhook(secret, headers, body.replace('ready', 'gone'))).toThrow()
    expect(() => verifyWebhook(other, headers, body)).toThrow()
    expect(() => verifyWebhook(secret, headersAt(new Date(Date.now() - 600_000)), body)).toThrow()
    expect(() => verifyWebhook(secret, {}, body)).toThrow()
  })
})

it('waiting ends when what was awaited is there, or in vain', async () => {
  let count = 0
  const read = async () => ++count
  expect(await until(read, (value) => value === 3, { everyMs: 1 })).toBe(3)
  const vain = until(read, () => false, { everyMs: 1, timeoutMs: 5 })
  await expect(vain).rejects.toThrow('in vain')
})
