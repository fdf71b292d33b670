/** Listens for connections, and limits the idle, the slow and the many. */
import { type IncomingMessage, Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { serve } from '@hono/node-server'

export type ServerLimits = {
  maxConnections: number
  /** Limits the connections of one address; null behind a proxy, whose address is that of all. */
  maxPerAddress: number | null
  headersTimeoutMs: number
  /** Limits the arrival of a body, except for files. */
  bodyTimeoutMs: number
  /** Limits the silence of a connection, between requests and during a transfer. */
  idleTimeoutMs: number
  /** Limits a request to the time that a large file needs over a slow line. */
  fileTimeoutMs: number
  checkIntervalMs: number
}

export const serverLimits = {
  headersTimeoutMs: 15_000,
  bodyTimeoutMs: 10_000,
  idleTimeoutMs: 75_000,
  fileTimeoutMs: 6 * 3_600_000,
  checkIntervalMs: 5000,
}

type Fetch = Parameters<typeof serve>[0]['fetch']

/** Starts to listen; resolves with the server and its port. */
export async function startHttpServer(
  { fetch, port }: { fetch: Fetch; port: number },
  limits: ServerLimits,
): Promise<{ server: Server; port: number }> {
  const serverOptions = {
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.fileTimeoutMs,
    keepAliveTimeout: limits.idleTimeoutMs,
    connectionsCheckingInterval: limits.checkIntervalMs,
  }
  return await new Promise((resolve, reject) => {
    const server = serve(
      { fetch, port, overrideGlobalObjects: false, serverOptions },
      (address: AddressInfo) => resolve({ server: server as Server, port: address.port }),
    )
    if (!(server instanceof Server)) throw new Error('An HTTP/1 server is expected.')
    server.once('error', reject)
    server.maxConnections = limits.maxConnections
    if (limits.maxPerAddress !== null) limitAddresses(server, limits.maxPerAddress)
    limitBodies(server, limits.bodyTimeoutMs)
    limitSilence(server, limits.idleTimeoutMs)
  })
}

/**
 * Closes the connections of an address beyond `max`. Addresses of this machine have no limit:
 * a proxy on it connects for all users.
 */
export function limitAddresses(server: Server, max: number): void {
  const counts = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress
    if (!address || isLoopback(address)) return
    const count = (counts.get(address) ?? 0) + 1
    counts.set(address, count)
    socket.once('close', () => {
      const left = (counts.get(address) ?? 0) - 1
      if (left > 0) counts.set(address, left)
      else counts.delete(address)
    })
    if (count > max) socket.destroy()
  })
}

const isLoopback = (address: string) => address === '::1' || /^(::ffff:)?127\./.test(address)

/** Matches the types of bodies that are files: of tus, attachments and samples. */
const FILE_TYPE = /^application\/(offset\+)?octet-stream\b/

const REQUEST_TIMEOUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'

/** Ends a request with 408 whose body, other than a file, has not arrived in time. */
function limitBodies(server: Server, timeoutMs: number): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { headers } = request
    const hasBody = headers['transfer-encoding'] ?? Number(headers['content-length'] ?? 0) > 0
    if (!hasBody || FILE_TYPE.test(headers['content-type'] ?? '')) return
    const timer = setTimeout(() => {
      if (request.complete) return
      // To the socket itself: the application may answer the broken request once more.
      const { socket } = request
      if (response.headersSent) socket.destroy()
      else socket.end(REQUEST_TIMEOUT, () => socket.destroy())
    }, timeoutMs)
    request.once('end', () => clearTimeout(timer))
    response.once('close', () => clearTimeout(timer))
  })
}

/**
 * Closes a connection on which nothing moves, unless the server owes it an answer: a long
 * conversion of a file sends nothing until it is done.
 */
function limitSilence(server: Server, timeoutMs: number): void {
  const owed = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    owed.set(request.socket, { request, response })
    response.once('close', () => owed.delete(request.socket))
  })
  server.setTimeout(timeoutMs, (socket: Socket) => {
    const current = owed.get(socket)
    const isWaiting = current?.request.complete && !current.response.headersSent
    if (isWaiting) socket.setTimeout(timeoutMs)
    else socket.destroy()
  })
}
