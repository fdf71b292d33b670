import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { limitAddresses, type ServerLimits, serverLimits, startHttpServer } from './server.ts'

/** Starts a server that answers with the body it was sent, and returns the way to write to it. */
async function listen(limits: Partial<ServerLimits>) {
  const { server, port } = await startHttpServer(
    { fetch: async (request: Request) => new Response(await request.text()), port: 0 },
    {
      ...serverLimits,
      maxConnections: 10,
      maxPerAddress: null,
      checkIntervalMs: 10,
      ...limits,
    },
  )
  onTestFinished(() => void server.close())
  /** Sends the parts with a pause between them; resolves with the answer once the server has closed. */
  return async (parts: string[], pauseMs = 0): Promise<string> => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (part) => {
      answer += part
    })
    const closed = new Promise((resolve) => socket.once('close', resolve))
    for (const part of parts) {
      socket.write(part)
      await wait(pauseMs)
    }
    await closed
    return answer
  }
}

const post = (type: string) =>
  `POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: ${type}\r\ncontent-length: 4\r\n\r\n`

it('cuts a connection whose headers do not arrive', async () => {
  const send = await listen({ headersTimeoutMs: 30 })
  expect(await send(['GET / HTTP/1.1\r\nhost: x\r\n'])).toMatch(/^HTTP\/1.1 408/)
})

it('refuses a body that does not arrive, and waits for a file', async () => {
  const send = await listen({ bodyTimeoutMs: 30 })
  expect(await send([post('application/json'), '{'])).toMatch(/^HTTP\/1.1 408/)
  for (const type of ['application/offset+octet-stream', 'application/octet-stream'])
    expect(await send([post(type), 'ab', 'cd'], 60)).toMatch(/^HTTP\/1.1 200[\s\S]*abcd$/)
})

it('cuts a connection on which nothing moves, after an answer or amid a file', {
  tags: 'long',
}, async () => {
  const send = await listen({ idleTimeoutMs: 150 })
  expect(await send(['GET / HTTP/1.1\r\nhost: x\r\n\r\n'])).toMatch(/^HTTP\/1.1 200/)
  expect(await send([post('application/octet-stream'), 'ab'])).not.toContain('200')
})

it('waits for an answer that takes long', async () => {
  const { server, port } = await startHttpServer(
    { fetch: () => wait(600, new Response('done')), port: 0 },
    { ...serverLimits, maxConnections: 10, maxPerAddress: null, idleTimeoutMs: 250 },
  )
  onTestFinished(() => void server.close())
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('done')
})

it('closes what an address opens beyond its share, and counts what it closes', () => {
  const server = new EventEmitter() as Server
  limitAddresses(server, 2)
  const open = (remoteAddress: string) => {
    let isOpen = true
    const socket = Object.assign(new EventEmitter(), {
      remoteAddress,
      destroy: () => {
        isOpen = false
        socket.emit('close')
      },
    })
    server.emit('connection', socket)
    return { socket, isOpen: () => isOpen }
  }
  const mine = [1, 2, 3].map(() => open('192.0.2.1'))
  expect(mine.map(({ isOpen }) => isOpen())).toEqual([true, true, false])
  expect(open('192.0.2.2').isOpen()).toBe(true)
  mine[0]!.socket.destroy()
  expect(open('192.0.2.1').isOpen()).toBe(true)
  expect([1, 2, 3].map(() => open('::ffff:127.0.0.1').isOpen())).toEqual([true, true, true])
})
