/** Tests what `listen` does about a server that goes away. */
import { ApiError } from '@semblance/client'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Place } from '../command.ts'
import { listen } from './listen.ts'

vi.mock('node:timers/promises', () => ({ setTimeout: async () => {} }))

const refusal = (status: number) =>
  Response.json({ code: 'some_code', status, message: 'Not now.' }, { status })
const stream = (id: string) => new Response(`id: ${id}\ndata: {"topic":"changed","id":"${id}"}\n\n`)

let asked: (string | null)[] = []
let said: string[] = []
let lines: string[] = []
beforeEach(() => {
  asked = []
  said = []
  lines = []
})

/** Listens to a server that gives these answers, and is interrupted after the last. */
async function listenTo(...answers: (Response | Error)[]) {
  const stop = new AbortController()
  const place = {
    terminal: { signal: stop.signal, out: (text: string) => lines.push(text.trim()) },
    client: {
      fetch: async (_path: string, init?: RequestInit) => {
        asked.push(new Headers(init?.headers).get('last-event-id'))
        const answer = answers.shift()
        if (answer === undefined) stop.abort()
        if (answer === undefined || answer instanceof Error) throw answer ?? new Error('aborted')
        return answer
      },
    },
    say: (sentence: string) => said.push(sentence),
  } as unknown as Place
  await listen.run({ values: {}, words: [] }, place)
}

it('goes on after the last event when a server restarts, is down, or asks for patience', async () => {
  const passing = [503, 502, 500, 429].map(refusal)
  await listenTo(stream('e1'), new Error('no answer'), ...passing, stream('e2'))
  expect(lines).toEqual(['changed e1', 'changed e2'])
  expect(asked).toEqual([null, ...Array(6).fill('e1'), 'e2'])
  expect(said).toHaveLength(5)
})

it('ends with a refusal that no waiting changes, and with any at the start', async () => {
  await expect(listenTo(stream('e1'), refusal(401))).rejects.toBeInstanceOf(ApiError)
  await expect(listenTo(refusal(503), stream('e1'))).rejects.toMatchObject({ status: 503 })
  expect(lines).toEqual(['changed e1'])
})
