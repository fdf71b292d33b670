/**
 * Measures ledger entries per second at 1, 8 and 32 clients, on accounts drawn uniformly, by Zipf's
 * law, and with one hot account in every entry: `ledger.post` against the same work by client
 * statements, which lock every balance. Both write the same tables of the same embedded PostgreSQL
 * with fsync on, in turns. Prints one JSON object with the medians of the rounds. Fails if the
 * books do not balance afterwards.
 */
import { randomUUID } from 'node:crypto'
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { verifyLedger } from '../apps/server/src/money/ledger/service.ts'
import { openDatabase, system } from '../apps/server/src/platform/database/db.ts'
import { startEmbeddedPostgres } from '../apps/server/src/platform/database/embedded-postgres.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { migrateJobs } from '../apps/server/src/platform/process/jobs.ts'
import { openLog } from '../apps/server/src/platform/process/log.ts'
import { postByStatements } from './ledger-naive.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    clients: { type: 'string', default: '1,8,32' },
    accounts: { type: 'string', default: '1000' },
  },
})
const SECONDS = Number(values.seconds)
const ROUNDS = Number(values.rounds)
const CLIENTS = values.clients.split(',').map(Number)
const ACCOUNTS = Number(values.accounts)

type Legs = { dr: string; cr: string; amount: string }[]
type Writer = (connection: pg.PoolClient, org: string, key: string, legs: Legs) => Promise<unknown>
type Bank = { pool: pg.Pool; orgs: string[]; post: Writer }
type Run = { perSecond: number; p99Ms: number }

const writers = {
  ours: (async (connection, org, key, legs) =>
    await connection.query("select ledger.post($1, $2, 'release', null, now(), $3::jsonb)", [
      org,
      key,
      JSON.stringify(legs),
    ])) satisfies Writer,
  naive: postByStatements satisfies Writer,
}
type Side = keyof typeof writers

const zipfWeights = Array.from({ length: ACCOUNTS }, (_, rank) => 1 / (rank + 1))
const zipfSums = zipfWeights.reduce<number[]>((sums, weight) => {
  sums.push((sums.at(-1) ?? 0) + weight)
  return sums
}, [])

/** Draws the two accounts between which the next entry moves one cent. */
const draws: Record<string, (orgs: string[]) => { dr: string; cr: string }> = {
  uniform: (orgs) => pair(orgs, () => Math.floor(Math.random() * ACCOUNTS)),
  zipf: (orgs) => pair(orgs, drawZipf),
  hot: (orgs) => ({
    dr: 'cash_trust',
    cr: `payable:${orgs[Math.floor(Math.random() * ACCOUNTS)]}`,
  }),
}

await main()

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'semblance-bench-'))
  const server = await startEmbeddedPostgres(dataDir)
  try {
    const banks = {
      ours: await openBank(server.connection, 'ours'),
      naive: await openBank(server.connection, 'naive'),
    }
    const runs = await measure(banks)
    for (const side of ['ours', 'naive'] as const) await audit(server.connection, side)
    for (const { pool } of Object.values(banks)) await pool.end()
    const cores = availableParallelism()
    const syncMs = round(await medianSyncMs(dataDir))
    console.log(JSON.stringify({ benchmark: 'ledger', cores, syncMs, results: summarize(runs) }))
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** A database with organizations whose payables have been filled; in the naive one every account is strict. */
async function openBank(connection: pg.PoolConfig, side: Side): Promise<Bank> {
  const admin = new pg.Client({ ...connection, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${side}`)
  await admin.end()
  const db = openDatabase({ ...connection, database: side })
  await migrateJobs(db, openLog('silent'))
  await migrate(db.pool)
  await db.close()
  const pool = new pg.Pool({ ...connection, database: side, max: Math.max(...CLIENTS) })
  if (side === 'naive') await pool.query("update ledger.chart set mode = 'strict'")
  const { rows } = await pool.query<{ id: string }>(
    `insert into organizations (organization_id, name, email, city, country, industry, is_client, is_vendor)
    select 'ORG-' || to_char(n, 'FM00000') || '-BENCH', 'Bench ' || n, 'b@bench.test', 'Berlin', 'DE', 'retail', true, true
    from generate_series(1, $1::integer) n returning id`,
    [ACCOUNTS],
  )
  const orgs = rows.map(({ id }) => id)
  await pool.query(
    `select ledger.post(id, 'fill', 'fund', null, now(),
      jsonb_build_array(jsonb_build_object('dr', 'cash_trust', 'cr', 'payable:' || id, 'amount', '100000000')))
    from unnest($1::uuid[]) id`,
    [orgs],
  )
  await pool.query('vacuum analyze')
  return { pool, orgs, post: writers[side] }
}

async function measure(banks: Record<Side, Bank>): Promise<Map<string, Record<Side, Run[]>>> {
  const runs = new Map<string, Record<Side, Run[]>>()
  for (let lap = 0; lap < ROUNDS; lap++)
    for (const draw of Object.keys(draws))
      for (const clients of CLIENTS) {
        const name = `${draw} ${clients}`
        const known = runs.get(name) ?? { ours: [], naive: [] }
        runs.set(name, known)
        const order: Side[] = lap % 2 === 0 ? ['ours', 'naive'] : ['naive', 'ours']
        for (const side of order) known[side].push(await load(banks[side], draws[draw]!, clients))
      }
  return runs
}

async function load(bank: Bank, draw: (typeof draws)[string], clients: number): Promise<Run> {
  const taken: number[] = []
  const start = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async () => {
      const connection = await bank.pool.connect()
      while (performance.now() - start < SECONDS * 1000) {
        const before = performance.now()
        await bank.post(connection, bank.orgs[0]!, randomUUID(), [
          { ...draw(bank.orgs), amount: '1' },
        ])
        taken.push(performance.now() - before)
      }
      connection.release()
    }),
  )
  const seconds = (performance.now() - start) / 1000
  return { perSecond: taken.length / seconds, p99Ms: quantile(taken, 0.99) }
}

function summarize(runs: Map<string, Record<Side, Run[]>>) {
  return [...runs].map(([name, { ours, naive }]) => {
    const [accounts, clients] = name.split(' ')
    const ratios = ours.map((run, lap) => run.perSecond / naive[lap]!.perSecond)
    return {
      accounts,
      clients: Number(clients),
      ours: median(ours),
      naive: median(naive),
      ratio: round(quantile(ratios, 0.5)),
    }
  })
}

function median(runs: Run[]): Run {
  const middle = (pick: (run: Run) => number) => quantile(runs.map(pick), 0.5)
  return {
    perSecond: Math.round(middle((run) => run.perSecond)),
    p99Ms: round(middle((run) => run.p99Ms)),
  }
}

async function audit(connection: pg.PoolConfig, side: Side): Promise<void> {
  const db = openDatabase({ ...connection, database: side })
  const broken = await db.transaction(system, verifyLedger)
  await db.close()
  if (broken.length > 0) throw new Error(`The ${side} ledger is broken: ${broken[0]}`)
}

/** Returns the median ms of one flush to this disk, the lower bound of every commit. */
async function medianSyncMs(dir: string): Promise<number> {
  const file = openSync(join(dir, 'sync-probe'), 'w')
  const taken = Array.from({ length: 50 }, () => {
    writeSync(file, 'x')
    const before = performance.now()
    fdatasyncSync(file)
    return performance.now() - before
  })
  closeSync(file)
  return quantile(taken, 0.5)
}

function pair(orgs: string[], draw: () => number) {
  const from = draw()
  let to = draw()
  while (to === from) to = draw()
  return { dr: `payable:${orgs[from]}`, cr: `payable:${orgs[to]}` }
}

function drawZipf(): number {
  const at = Math.random() * zipfSums.at(-1)!
  return zipfSums.findIndex((sum) => sum >= at)
}

function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
