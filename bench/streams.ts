/**
 * Open event streams over HTTP, from this process to a server process of its own with the embedded PostgreSQL:
 * how long events published at a steady rate take to every stream of their organization, from before their
 * transaction to the reader, and what memory a stream costs the server. Prints one JSON object.
 * Each stream takes a descriptor in both processes: `ulimit -n` must exceed their number by some hundreds.
 */
import { fork } from 'node:child_process'
import { get, type IncomingMessage } from 'node:http'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Command } from '../apps/server/testing/streams-server.ts'

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '5000' },
    organizations: { type: 'string', default: '500' },
    /** Events, each for one organization's streams. */
    'per-second': { type: 'string', default: '50' },
    seconds: { type: 'string', default: '30' },
  },
})
const STREAMS = Number(values.streams)
const ORGANIZATIONS = Number(values.organizations)
const PER_ORGANIZATION = Math.ceil(STREAMS / ORGANIZATIONS)
const PER_SECOND = Number(values['per-second'])
const SECONDS = Number(values.seconds)
/** Streams being opened at a time. */
const OPENING = 50
/** Opened and closed before memory is measured, so that what every server needs once is not counted. */
const WARM_UP = 200

await measure()

async function measure(): Promise<void> {
  const server = fork(join(import.meta.dirname, '../apps/server/testing/streams-server.ts'), {
    execArgv: ['--expose-gc'],
  })
  const answered = <T>() =>
    new Promise<T>((resolve, reject) => {
      const failed = (code: number | null) => reject(new Error(`The server ended with ${code}.`))
      server.once('exit', failed)
      server.once('message', (message: { answer: T }) => {
        server.off('exit', failed)
        resolve(message.answer)
      })
    })
  const ask = <T>(command: Command) => {
    server.send(command)
    return answered<T>()
  }
  const publicUrl = await answered<string>()
  const people = { organizations: ORGANIZATIONS, perOrganization: PER_ORGANIZATION }
  const tokens = await ask<string[]>({ command: 'people', ...people })

  const latenciesMs: number[] = []
  const warmUp = await openStreams(publicUrl, tokens.slice(0, WARM_UP), () => {})
  for (const stream of warmUp) stream.destroy()
  await sleep(1000)
  const before = await ask<number>({ command: 'memory' })
  const openedAt = performance.now()
  const streams = await openStreams(publicUrl, tokens.slice(0, STREAMS), (sentAt) =>
    latenciesMs.push(Number(process.hrtime.bigint() - sentAt) / 1e6),
  )
  const openSeconds = (performance.now() - openedAt) / 1000
  const after = await ask<number>({ command: 'memory' })
  const published = await ask<number>({
    command: 'publish',
    perSecond: PER_SECOND,
    seconds: SECONDS,
  })
  await sleep(1000)
  const afterwards = await ask<number>({ command: 'memory' })
  console.log(
    JSON.stringify({
      benchmark: 'streams',
      cores: availableParallelism(),
      streams: streams.length,
      organizations: ORGANIZATIONS,
      openedPerSecond: round(streams.length / openSeconds),
      eventsPerSecond: PER_SECOND,
      events: published,
      delivered: latenciesMs.length,
      expected: (published * streams.length) / ORGANIZATIONS,
      latencyMs: {
        p50: round(quantile(latenciesMs, 0.5)),
        p99: round(quantile(latenciesMs, 0.99)),
        max: round(quantile(latenciesMs, 1)),
      },
      memory: {
        serverRssMb: round(before / 1e6),
        kbPerStream: round((after - before) / 1024 / streams.length),
        kbPerStreamAfterEvents: round((afterwards - before) / 1024 / streams.length),
      },
    }),
  )
  for (const stream of streams) stream.destroy()
  server.disconnect()
}

async function openStreams(
  publicUrl: string,
  tokens: string[],
  onEvent: (sentAt: bigint) => void,
): Promise<IncomingMessage[]> {
  const waiting = [...tokens]
  const streams: IncomingMessage[] = []
  const opener = async () => {
    for (let token = waiting.pop(); token; token = waiting.pop())
      streams.push(await openStream(publicUrl, token, onEvent))
  }
  await Promise.all(Array.from({ length: OPENING }, opener))
  return streams
}

function openStream(publicUrl: string, token: string, onEvent: (sentAt: bigint) => void) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` }
    const request = get(`${publicUrl}/api/events`, { headers, agent: false }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`Answered ${answer.statusCode}.`))
      answer.setEncoding('utf8')
      answer.on('error', () => {}) // destroyed at the end
      answer.on('data', (text: string) => {
        if (text.includes('"ready"')) resolve(answer)
        for (const [, sentAt] of text.matchAll(/"id":"(\d+)"/g)) onEvent(BigInt(sentAt!))
      })
    })
    request.on('error', reject)
  })
}

function quantile(sample: number[], share: number): number {
  const sorted = sample.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function round(value: number): number {
  return Number(value.toPrecision(3))
}
