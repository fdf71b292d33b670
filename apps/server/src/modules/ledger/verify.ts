/**
 * Checks the ledger: prints every broken invariant, and exits 1 if there is one.
 * On DATABASE_URL at any time; on the embedded PostgreSQL while the server does not run.
 */
import { readConfig } from '../../config.ts'
import { withDatabase } from '../../platform/command-database.ts'
import { system } from '../../platform/db.ts'
import { verifyLedger } from './invariants.ts'
import { findStuck } from './stuck.ts'

const config = readConfig(process.env)
await withDatabase(config, async (db) => {
  const { broken, stuck } = await db.transaction(system, async (tx) => ({
    broken: await verifyLedger(tx),
    stuck: await findStuck(tx, new Date(), config),
  }))
  for (const line of stuck) console.warn(line)
  for (const line of broken) console.error(line)
  console.warn(broken.length === 0 ? 'The ledger is sound.' : `${broken.length} violations.`)
  process.exitCode = broken.length === 0 ? 0 : 1
})
