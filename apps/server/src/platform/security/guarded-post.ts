/** Posts to an address that a customer or a browser named. Never throws: what the endpoint does is an outcome. */
import { type ClientRequest, type IncomingMessage, request as requestClear } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { WebhookFailure } from '@semblance/contract'
import { type AddressGuard, AddressRefusedError } from './address-guard.ts'

export type Outcome = {
  status: number | null
  /** Null for a success. */
  failure: WebhookFailure | null
  /** The beginning of the answer; null if there was none. */
  answer: string | null
  /** Null if nothing was tried. */
  ms: number | null
}

type Post = { url: string; headers: Record<string, string>; body: string | Buffer }
type Options = { guard: AddressGuard; timeoutMs: number; signal: AbortSignal }

/** Limits what is read of an answer, in bytes and time, and kept of it, in characters. */
const READ_BYTES = 4096
const READ_MS = 1000
const KEPT_CHARACTERS = 1000

/** Follows no redirect, switches no protocol. Returns null if the signal aborted before there was an outcome. */
export async function postGuarded(post: Post, options: Options): Promise<Outcome | null> {
  const startedAt = performance.now()
  const timeout = AbortSignal.timeout(options.timeoutMs)
  const signal = AbortSignal.any([timeout, options.signal])
  const took = () => Math.round(performance.now() - startedAt)
  try {
    const response = await send(post, options.guard, signal)
    const answer = await readBeginning(response)
    const status = response.statusCode ?? 0
    return { status, failure: failureOf(status), answer, ms: took() }
  } catch (error) {
    if (options.signal.aborted) return null
    const failure = timeout.aborted ? 'timeout' : reasonOf(error)
    return { status: null, failure, answer: null, ms: took() }
  }
}

/** Settles when the signal aborts at the latest, also if the connection does nothing. */
function send(
  { url: text, headers, body }: Post,
  guard: AddressGuard,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const url = new URL(text)
  guard.check(url)
  const request = url.protocol === 'https:' ? requestSecure : requestClear
  return new Promise((resolve, reject) => {
    const sent: ClientRequest = request(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Semblance-Webhooks/1',
        ...headers,
      },
      lookup: guard.lookupFor(url),
      agent: false, // a connection of its own, past any proxy of the environment
      signal,
    })
    sent.once('response', resolve)
    sent.once('upgrade', (response) => resolve(response.destroy()))
    sent.on('error', reject)
    sent.once('close', () => reject(new Error('The connection ended without an answer.')))
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    sent.end(body)
  })
}

/** Reads an answer until its end or a limit, and cuts off the rest: its status counts in any case. */
function readBeginning(response: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    let bytes = 0
    const end = () => {
      clearTimeout(timer)
      response.destroy()
      resolve(toText(Buffer.concat(parts)))
    }
    const timer = setTimeout(end, READ_MS)
    if (response.destroyed) return end()
    response.on('data', (part: Buffer) => {
      parts.push(part)
      bytes += part.length
      if (bytes >= READ_BYTES) end()
    })
    for (const event of ['end', 'error', 'close']) response.on(event, end)
  })
}

function toText(answer: Buffer): string {
  const text = answer.subarray(0, READ_BYTES).toString('utf8')
  return text.replaceAll('\0', '').slice(0, KEPT_CHARACTERS).toWellFormed()
}

function failureOf(status: number): WebhookFailure | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect' : 'status'
}

function reasonOf(error: unknown): WebhookFailure {
  if (error instanceof AddressRefusedError) return 'address_refused'
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException
  if (/^query/.test(syscall) || code === 'ENOTFOUND') return 'name_unresolved'
  if (TLS_FAULT.test(code)) return 'insecure'
  return 'unreachable'
}

/** Matches the codes of certificates that do not hold, and of servers that speak no TLS. */
const TLS_FAULT = /CERT|SELF_SIGNED|UNABLE_TO|^ERR_TLS|^ERR_SSL|^EPROTO$|HOSTNAME_MISMATCH/
