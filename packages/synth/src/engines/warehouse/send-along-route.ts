/** Sends requests to addresses that were looked up before, also where their name leads to others by now. */
import { type IncomingMessage, request as requestClear } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP } from 'node:net'
import type { WarehouseRoute } from './warehouse.ts'

type Sent = { method: string; headers: Record<string, string>; body?: string; signal: AbortSignal }

/** Answers as `fetch` does. Follows no redirect, and passes by any proxy of the environment. */
export function sendAlongRoute(
  url: string,
  { method, headers, body = '', signal }: Sent,
  { addresses, ca }: WarehouseRoute,
): Promise<Response> {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  const request = url.startsWith('https:') ? requestSecure : requestClear
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        agent: false,
        signal,
        ...(ca && { ca }),
        // An address instead of a name is connected to without a lookup, and is among those that were allowed.
        lookup: (_host, { all }, done) =>
          all ? done(null, found) : done(null, found[0]?.address ?? '', found[0]?.family),
      },
      (response) => {
        readAll(response)
          .then((content) =>
            resolve(new Response(bodyOf(response.statusCode, content), answer(response))),
          )
          .catch(reject)
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Limits an answer, of which a page of Trino has a megabyte or so. */
const MOST_BYTES = 64 * 1024 * 1024

async function readAll(response: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part)
    bytes += part.length
    if (bytes > MOST_BYTES) throw new Error('An answer is too large.')
  }
  return Buffer.concat(parts)
}

/** A response without content may have none. */
const bodyOf = (status: number | undefined, content: Buffer) =>
  status === 204 || status === 205 || status === 304 ? null : new Uint8Array(content)

const answer = ({
  statusCode = 0,
  headers,
}: {
  statusCode?: number
  headers: Record<string, string | string[] | undefined>
}) => ({
  // A number that is no status of an answer counts as a fault of the server.
  status: statusCode >= 200 && statusCode <= 599 ? statusCode : 502,
  headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, [value].flat().join(', ')]],
  ),
})
