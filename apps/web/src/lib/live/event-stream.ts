/** Reads the server's events over one connection; see GET /api/events. */
import { authorizationHeader, reportSessionEnded } from '../api/api.ts'
import { apiFetch } from '../api/api-fetch.ts'
import { splitFrames, type Told } from './event-frames.ts'

/** The server says something every 20 s at the latest; a connection silent for longer is dead. */
const SILENT_MS = 45_000

/** Ends when the server ends it; throws when it cannot be opened or breaks. */
export async function* readEvents(options: {
  lastEventId: string | undefined
  signal: AbortSignal
}): AsyncGenerator<Told, void, void> {
  const silence = new AbortController()
  const answer = await apiFetch('/api/events', {
    signal: AbortSignal.any([options.signal, silence.signal]),
    cache: 'no-store',
    headers: {
      ...(await authorizationHeader()),
      ...(options.lastEventId && { 'last-event-id': options.lastEventId }),
    },
  })
  if (!answer.ok || !answer.body) throw await refusal(answer)
  const watch = setInterval(() => {
    if (Date.now() - heardAt > SILENT_MS) silence.abort()
  }, 5000)
  let heardAt = Date.now()
  try {
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    const read = splitFrames()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      heardAt = Date.now()
      yield* read(value)
    }
  } finally {
    clearInterval(watch)
    silence.abort()
  }
}

async function refusal(answer: Response): Promise<Error> {
  const { code } = (await answer.json().catch(() => ({}))) as { code?: string }
  if (code === 'session_ended') reportSessionEnded()
  return new Error(`No events: ${code ?? answer.status}`)
}
