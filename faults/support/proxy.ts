/** Stands between the servers and something they depend on: it can be stopped and slowed. */
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

export type StoppableProxy = {
  port: number
  /** Leads connections from now on to another address. */
  aimAt: (target: NetConnectOpts) => void
  /** Breaks all connections and refuses new ones. */
  stop: () => Promise<void>
  /** Takes connections again, on the same port. */
  start: () => Promise<void>
  /** Holds back the answers to requests of an HTTP method; null answers all at once again. */
  slow: (method: string, delayMs: number | null) => void
}

/** Starts a proxy on a free port of this machine. */
export async function startProxy(firstTarget: NetConnectOpts): Promise<StoppableProxy> {
  let target = firstTarget
  const delays = new Map<string, number>()
  const open = new Set<Socket>()
  const server = createServer((socket) => pass(socket, connect(target), { open, delays }))
  const listen = (port: number) =>
    new Promise<number>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject)
        resolve((server.address() as { port: number }).port)
      })
    })
  const port = await listen(0)
  return {
    port,
    aimAt: (next) => {
      target = next
    },
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of open) socket.destroy()
      await closed
    },
    start: async () => {
      await listen(port)
    },
    slow: (method, delayMs) => {
      if (delayMs === null) delays.delete(method)
      else delays.set(method, delayMs)
    },
  }
}

type Traffic = { open: Set<Socket>; delays: ReadonlyMap<string, number> }

/** Passes bytes on between a client and what it asks for, until one of them ends. */
function pass(client: Socket, upstream: Socket, { open, delays }: Traffic): void {
  let delayMs = 0
  for (const socket of [client, upstream]) {
    open.add(socket)
    socket.on('error', () => {}) // 'close' follows
    socket.on('close', () => {
      open.delete(socket)
      client.destroy()
      upstream.destroy()
    })
  }
  client.on('data', (data) => {
    const [, method] = /^([A-Z]+) \//.exec(data.subarray(0, 10).toString('latin1')) ?? []
    if (method) delayMs = delays.get(method) ?? 0
    upstream.write(data)
  })
  upstream.on('data', (data) => {
    if (delayMs === 0) client.write(data)
    else setTimeout(() => client.destroyed || client.write(data), delayMs)
  })
}
