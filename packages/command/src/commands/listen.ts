import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, refusalOf } from '@semblance/client'
import type { Command, Place } from '../command.ts'
import { readServerEvents } from '../server-events.ts'

const PAUSE_MS = 1000

/** Prints what happens to the organization, until it is interrupted. */
export const listen: Command = {
  summary: 'print what happens to your organization, as it happens',
  help: `Usage: semblance listen [--json]

Prints one line for each event: what changed, and its ID. After a lost connection, also when
the server restarts or is overloaded, it goes on where it was.
Ctrl-C ends it. Requires the scope events:read.

Example:
  semblance listen --json | while read -r event; do echo "$event" | jq -r .topic; done
`,
  options: {},
  run: async ({ values }, place) => {
    const { signal } = place.terminal
    let last: string | undefined
    for (let hasBegun = false; !signal.aborted; ) {
      try {
        const response = await open(place, last)
        hasBegun = true
        for await (const event of readServerEvents(response, signal)) {
          last = event.id ?? last
          print(event.data, values.json === true, place)
        }
      } catch (error) {
        if (signal.aborted) return
        if (!hasBegun || !isPassing(error)) throw error
        place.say('The connection is lost; trying again.')
      }
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => {})
    }
  },
}

/** Returns true for a lost connection, and for a refusal of a server that is overloaded, down or restarting. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 429 || error.status >= 500

async function open({ client, terminal: { signal } }: Place, last: string | undefined) {
  const headers = { accept: 'text/event-stream', ...(last && { 'last-event-id': last }) }
  const response = await client.fetch('/api/events', { headers, signal })
  if (!response.ok) throw await refusalOf(response)
  return response
}

function print(data: string, isJson: boolean, { terminal }: Place): void {
  const { topic, ...rest } = JSON.parse(data) as { topic: string }
  const line = isJson ? data : [topic, ...Object.values(rest)].join(' ')
  terminal.out(`${line}\n`)
}
