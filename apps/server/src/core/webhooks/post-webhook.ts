/** Posts one webhook. Never throws: what an endpoint does is an outcome. */
import { type ClientRequest, type IncomingMessage, request as requestClear } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { WebhookFailure } from '@semblance/contract'
import { type AddressGuard, AddressRefusedError } from '../../platform/security/address-guard.ts'

export type Outcome = {
  status: number | null
  /** Null for a success. */
  failure: WebhookFailure | null
  /** The beginning of the answer; null if there was none. */
  answer: string | null
  ms: number
}

type Post = { url: string; headers: Record<string, string>; body: string }
type Options = { guard: AddressGuard; timeoutMs: number; signal: AbortSignal }

/** Limits what is read of an answer, in bytes, and kept of it, in characters. */
const READ_BYTES = 4096
const KEPT_CHARACTERS = 1000

/** Follows no redirect. Returns null if the signal aborted before there was an outcome. */
export async function postWebhook(post: Post, options: Options): Promise<Outcome | null> {
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
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Reads an answer until its end, the limit or the timeout: its status counts in any case. */
async function readBeginning(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of response) {
      parts.push(part)
      bytes += part.length
      if (bytes >= READ_BYTES) break
    }
  } catch {
    // Keeps what came before it was cut off.
  }
  response.destroy()
  const text = Buffer.concat(parts).subarray(0, READ_BYTES).toString('utf8')
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
