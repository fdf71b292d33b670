/**
 * Checks the ledger: prints every broken invariant, and exits 1 if there is one.
 * On DATABASE_URL at any time; on the embedded PostgreSQL while the server does not run.
 */
import { readConfig } from '../../config.ts'
import { withDatabase } from '../../platform/command-database.ts'
import { system } from '../../platform/db.ts'
import { verifyLedger } from './invariants.ts'

await withDatabase(readConfig(process.env), async (db) => {
  const broken = await db.transaction(system, verifyLedger)
  for (const line of broken) console.error(line)
  console.warn(broken.length === 0 ? 'The ledger is sound.' : `${broken.length} violations.`)
  process.exitCode = broken.length === 0 ? 0 : 1
})
