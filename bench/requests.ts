/**
 * Measures the cost of a request: requests per second, latencies, CPU milliseconds of Node and of PostgreSQL, and
 * round trips to the database, for each of a few calls. The server is a process of its own, with the limits and the
 * log of production; 8 clients call it over kept connections. Prints one JSON object.
 * `SECONDS=3` shortens each measure; `ONLY=viewer,viewerByKey` takes some. Fails if a read by a key takes
 * more than a millisecond longer than by a session, as the medians of one client that reads by both in turn.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Served, Usage } from './requests-server.ts'

const CLIENTS = 8
const SECONDS = Number(process.env.SECONDS ?? 10)
const WARM_UP_SECONDS = 2
/** Limits what a key adds to a read. */
const MOST_KEY_COST_MS = 1

const server = fork(join(import.meta.dirname, 'requests-server.ts'), {
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
})
server.once('exit', (code) => code && process.exit(code))
const hear = async <T>() => (await once(server, 'message'))[0] as T
const { url, clientTokens, vendorTokens, clientKeys, openDprs, accepted } = await hear<Served>()
const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })

/** Sends one request and reads its answer to the end. Throws unless the status is below 300. */
function ask(path: string, token: string, input?: object): Promise<void> {
  const body = input && JSON.stringify({ json: input, meta: metaOf(input) })
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'accept-encoding': 'gzip, deflate, br',
  }
  return new Promise((resolve, reject) => {
    const sent = request(
      url + path,
      { agent, method: body ? 'POST' : 'GET', headers },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part) => (text += part))
        answer.once('end', () =>
          answer.statusCode! < 300 ? resolve() : reject(new Error(`${path}: ${text}`)),
        )
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })
}

/** Marks the amounts, which travel as text. */
const metaOf = (input: object) =>
  Object.keys(input).flatMap((key) => (key.endsWith('Cents') ? [[BIGINT, key]] : []))
const BIGINT = 0

const of = <T>(list: readonly T[], index: number) => list[index % list.length]!
let offered = 0

const calls: Record<string, (client: number) => Promise<void>> = {
  health: () => ask('/healthz', ''),
  getUser: (client) => ask('/auth/v1/user', of(clientTokens, client)),
  viewer: (client) => ask('/api/rpc/organizations/viewer', of(clientTokens, client), {}),
  viewerByKey: (client) => ask('/api/rpc/organizations/viewer', of(clientKeys, client), {}),
  marketplace: (client) => ask('/api/rpc/market/browse', of(vendorTokens, client), { limit: 6 }),
  dashboard: (client) => ask('/api/rpc/dashboards/client', of(clientTokens, client), {}),
  offer: (client) =>
    ask('/api/rpc/offers/submit', of(vendorTokens, client), {
      ...offer,
      dprId: openDprs[offered++]!,
    }),
}

const offer = {
  priceCents: '1250000',
  additionalServicesCents: '0',
  timelineDays: 14,
  timelineUnit: 'days',
  minAccuracyPercent: 92,
  privacy: 'standard',
  sampleRecords: 1000,
  formats: ['csv'],
  description: 'Purchase histories of three years, with refunds and loyalty levels in every row.',
  deliverables: ['One table as CSV'],
  paymentStructure: 'on_delivery',
  deliveryMethod: 'download',
  supportPeriod: 'none',
  accepted,
}

const results: Record<string, object> = {}
const only = process.env.ONLY?.split(',')
for (const [name, call] of Object.entries(calls)) {
  if (only && !only.includes(name)) continue
  await load(call, WARM_UP_SECONDS)
  results[name] = await load(call, SECONDS)
}
const keyCostMs = !only || only.includes('viewerByKey') ? await measureKeyCost() : null
console.log(
  JSON.stringify({
    benchmark: 'requests',
    cores: availableParallelism(),
    clients: CLIENTS,
    results,
    keyCostMs: keyCostMs === null ? null : round(keyCostMs),
  }),
)
server.disconnect()
agent.destroy()
if (keyCostMs !== null && keyCostMs > MOST_KEY_COST_MS) process.exitCode = 1

/** Each client sends one request after the other. */
async function load(call: (client: number) => Promise<void>, seconds: number): Promise<object> {
  const before = await usage()
  const start = performance.now()
  const taken: number[] = []
  const client = async (index: number) => {
    while (performance.now() - start < seconds * 1000) {
      const sentAt = performance.now()
      await call(index)
      taken.push(performance.now() - sentAt)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)))
  const elapsed = (performance.now() - start) / 1000
  const after = await usage()
  const perRequest = (key: keyof Usage) => round((after[key] - before[key]) / taken.length)
  return {
    perSecond: round(taken.length / elapsed),
    p50Ms: round(quantile(taken, 0.5)),
    p99Ms: round(quantile(taken, 0.99)),
    nodeMs: perRequest('nodeMs'),
    postgresMs: perRequest('postgresMs'),
    roundTrips: perRequest('roundTrips'),
  }
}

/** Reads by a session and by a key in turn, so that what else goes on meets both alike. */
async function measureKeyCost(): Promise<number> {
  const taken: Record<'viewer' | 'viewerByKey', number[]> = { viewer: [], viewerByKey: [] }
  const start = performance.now()
  for (let turn = 0; performance.now() - start < SECONDS * 1000; turn++) {
    const kind = turn % 2 === 0 ? 'viewer' : 'viewerByKey'
    const sentAt = performance.now()
    await calls[kind]?.(0)
    taken[kind].push(performance.now() - sentAt)
  }
  return quantile(taken.viewerByKey, 0.5) - quantile(taken.viewer, 0.5)
}

async function usage(): Promise<Usage> {
  const answer = hear<Usage>()
  server.send('usage')
  return await answer
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

function round(value: number): number {
  return Number(value.toPrecision(3))
}
