/** One open stream: server-sent events on a connection whose reader keeps up, or loses it. */
import type { ServerResponse } from 'node:http'

/**
 * Limits the unread bytes of a reader. Beyond it the connection is cut, and the reader reconnects
 * with its last position.
 */
const MAX_UNREAD_BYTES = 256 * 1024
/** Limits the time a reader may take to notice the end before its connection is cut. */
const CUT_AFTER_MS = 2_000

export type Stream = {
  /** One frame, kept back until `begin`. */
  send: (frame: string) => void
  /** Sends these frames before any that arrived until now, and later frames directly. */
  begin: (frames: string[]) => void
  end: () => void
}

/** Opens a stream. `onEnd` runs once, regardless of the side that ended it. */
export function openStream(out: ServerResponse, requestId: string, onEnd: () => void): Stream {
  let keptBack: string[] | null = []
  let hasEnded = false

  const send = (frame: string) => {
    out.write(frame)
    if (out.writableLength > MAX_UNREAD_BYTES) out.destroy()
  }
  const finish = () => {
    if (hasEnded) return
    hasEnded = true
    onEnd()
  }
  out.once('close', finish)
  return {
    send: (frame) => {
      if (hasEnded) return
      if (keptBack) keptBack.push(frame)
      else send(frame)
    },
    begin: (frames) => {
      if (hasEnded) return
      out.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
        'x-content-type-options': 'nosniff',
        'x-request-id': requestId,
        connection: 'close', // so that a stop waits for no idle connection
      })
      send([...frames, ...(keptBack ?? [])].join(''))
      keptBack = null
    },
    end: () => {
      if (hasEnded) return
      finish()
      if (!out.headersSent) return // it never began; the refusal is still to come
      out.end()
      if (out.writableLength > 0) setTimeout(() => out.destroy(), CUT_AFTER_MS).unref()
    },
  }
}
