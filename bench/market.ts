/**
 * The marketplace at full size on a database of its own: latencies of search, filters, sorts, lists, the
 * catalog and matching, each called through its route with a member's session. Prints one JSON object.
 * Smaller: `node bench/market.ts --dprs 50000 --offers 250000 --open 10000 --rounds 50`; `--only search`
 * takes the measures with that in their name, `--only plans` explains lists in each pair of filters alone.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '../apps/server/src/platform/database/db.ts'
import { startTemporaryPostgres } from '../apps/server/src/platform/database/embedded-postgres.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { migrateJobs } from '../apps/server/src/platform/process/jobs.ts'
import { openLog } from '../apps/server/src/platform/process/log.ts'
import { explainCatalog } from './market/catalog-plans.ts'
import { firstVendor, loadMarket, type Sizes } from './market/market-data.ts'
import { measureMarket } from './market/market-measures.ts'
import { explainMarket } from './market/market-plans.ts'

/** The target, at the 99th percentile. */
const LIMIT_MS = 50

const { values: flags } = parseArgs({
  options: {
    dprs: { type: 'string', default: '1000000' },
    offers: { type: 'string', default: '5000000' },
    open: { type: 'string', default: '100000' },
    clients: { type: 'string', default: '4000' },
    vendors: { type: 'string', default: '2000' },
    listings: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '300' },
    only: { type: 'string', default: '' },
  },
})
const sizes: Sizes = {
  dprs: Number(flags.dprs),
  offers: Number(flags.offers),
  open: Number(flags.open),
  clients: Number(flags.clients),
  vendors: Number(flags.vendors),
  listings: Number(flags.listings),
}

const postgres = await startTemporaryPostgres()
const dataDir = mkdtempSync(join(tmpdir(), 'semblance-bench-'))
const db = openDatabase(postgres.connection)
try {
  await migrateJobs(db, openLog('error'))
  await migrate(db.pool)
  const start = performance.now()
  await loadMarket(db.pool, sizes)
  const loadSeconds = Math.round((performance.now() - start) / 1000)
  const { rows } = await db.pool.query(`select (select count(*) from dprs)::int as dprs,
    (select count(*) from dprs where status in ('awaiting_offers', 'open'))::int as open,
    (select count(*) from offers)::int as offers,
    (select count(*) from listings)::int as listings,
    pg_size_pretty(pg_database_size(current_database())) as size`)
  const plans = await explainMarket(db, firstVendor(sizes))
  const catalogPlans = await explainCatalog(db)
  const results = await measureMarket(db, dataDir, sizes, {
    rounds: Number(flags.rounds),
    only: flags.only,
  })
  const slow = Object.keys(results).filter((name) => results[name]!.p99Ms > LIMIT_MS)
  const cores = availableParallelism()
  const about = {
    benchmark: 'market',
    cores,
    ...rows[0],
    loadSeconds,
    limitMs: LIMIT_MS,
    slow,
    plans,
    catalogPlans,
  }
  console.log(JSON.stringify({ ...about, results }, null, 2))
} finally {
  await db.close()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
