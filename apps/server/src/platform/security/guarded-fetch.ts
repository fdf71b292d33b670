/** Fetches from addresses that customers name, past the guard: no redirect, a bounded answer, a bounded time. */
import { type IncomingMessage, request as requestClear } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { AddressGuard } from './address-guard.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 1024 * 1024

export type FetchOptions = {
  method?: string
  headers?: Record<string, string>
  body?: string | null
  signal?: AbortSignal
}

/**
 * Returns the answer of an address. A redirect is an answer like others. Throws AddressRefusedError, and what a
 * connection does; also for an answer of more than a megabyte.
 */
export async function guardedFetch(
  guard: AddressGuard,
  address: string | URL,
  { method = 'GET', headers = {}, body = null, signal }: FetchOptions = {},
): Promise<Response> {
  const url = new URL(address)
  guard.check(url)
  const request = url.protocol === 'https:' ? requestSecure : requestClear
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const until = signal ? AbortSignal.any([timeout, signal]) : timeout
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(url, {
      method,
      headers: {
        ...headers,
        ...(body === null ? {} : { 'content-length': Buffer.byteLength(body) }),
      },
      lookup: guard.lookupFor(url),
      agent: false, // a connection of its own, past any proxy of the environment
      signal: until,
    })
    sent.once('response', resolve)
    sent.once('upgrade', (answer) => resolve(answer.destroy()))
    sent.on('error', reject)
    sent.once('close', () => reject(new Error('The connection ended without an answer.')))
    until.addEventListener('abort', () => reject(until.reason), { once: true })
    sent.end(body ?? undefined)
  })
  const content = await readAll(response)
  const status = response.statusCode ?? 502
  const answered = new Headers()
  for (const [name, value] of Object.entries(response.headers))
    for (const one of [value ?? []].flat()) answered.append(name, one)
  const isEmpty = status === 204 || status === 304
  return new Response(isEmpty ? null : new Uint8Array(content), { status, headers: answered })
}

async function readAll(response: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > MAX_BYTES) {
      response.destroy()
      throw new Error('The answer is too long.')
    }
    parts.push(part)
  }
  return Buffer.concat(parts)
}
