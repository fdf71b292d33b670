/** Event streams read in tests, over a socket: they are written to the connection itself. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { LiveEvent } from '@semblance/contract'
import { expect, vi } from 'vitest'
import type { App } from '../../app.ts'

export type Served = { url: string; close: () => void }

export async function serveOnSocket(listener: RequestListener): Promise<Served> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

export const serveApp = (app: App) =>
  serveOnSocket(getRequestListener(app.fetch, { overrideGlobalObjects: false }))

export type Heard = {
  events: LiveEvent[]
  /** The subjects of stored events, in order. */
  ids: () => string[]
  topics: () => string[]
  lastEventId: () => string | undefined
  ended: Promise<void>
  close: () => void
}

/** Reads a stream that has begun; throws the refusal's code where there is none. */
export async function hear(url: string, token: string, after?: string): Promise<Heard> {
  const abort = new AbortController()
  const answer = await fetch(url, {
    signal: abort.signal,
    headers: { authorization: `Bearer ${token}`, ...(after && { 'last-event-id': after }) },
  })
  if (!answer.ok) throw await answer.json()
  const events: LiveEvent[] = []
  let last: string | undefined
  const read = async () => {
    let text = ''
    for await (const piece of answer.body!.pipeThrough(new TextDecoderStream())) {
      const frames = (text + piece).split('\n\n')
      text = frames.pop()!
      for (const frame of frames) {
        last = /^id: (.*)$/m.exec(frame)?.[1] ?? last
        const data = /^data: (.*)$/m.exec(frame)?.[1]
        if (data) events.push(JSON.parse(data))
      }
    }
  }
  const ended = read()
  ended.catch(() => {})
  await vi.waitFor(() => expect(events[0]).toEqual({ topic: 'ready' }), 15_000)
  return {
    events,
    ids: () => events.flatMap((event) => ('id' in event ? [event.id] : [])),
    topics: () => events.map(({ topic }) => topic),
    lastEventId: () => last,
    ended,
    close: () => abort.abort(),
  }
}
