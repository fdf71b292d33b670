/** Opens a line to a server of this machine that breaks once so many bytes went through it. */
import { type AddressInfo, connect, createServer } from 'node:net'

export type CutLine = {
  port: number
  /** Counts the bytes that were sent to the server since `breakAfter` was called. */
  sent: () => number
  /** Breaks each connection that brings more bytes than this in all; null: none. */
  breakAfter: (bytes: number | null) => void
  close: () => void
}

export async function openCutLine(to: number): Promise<CutLine> {
  let sent = 0
  let most: number | null = null
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1')
    const end = () => {
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) socket.on('error', end).on('close', end)
    far.pipe(near)
    near.on('data', (part) => {
      sent += part.length
      if (most !== null && sent > most) return end()
      far.write(part)
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    sent: () => sent,
    breakAfter: (bytes) => {
      sent = 0
      most = bytes
    },
    close: () => void server.close(),
  }
}
