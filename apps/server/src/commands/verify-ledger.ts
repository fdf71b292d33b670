/**
 * Checks the ledger: prints every broken invariant, and exits 1 if there is one.
 * Servers may run or not.
 */

import { verifyLedger } from '../money/ledger/invariants.ts'
import { findStuckBalances } from '../money/ledger/stuck-balances.ts'
import { readConfig } from '../platform/config.ts'
import { withDatabase } from '../platform/database/command-database.ts'
import { system } from '../platform/database/db.ts'

const config = readConfig(process.env)
await withDatabase(config, async (db) => {
  const { broken, stuck } = await db.transaction(system, async (tx) => ({
    broken: await verifyLedger(tx),
    stuck: await findStuckBalances(tx, new Date(), config),
  }))
  for (const line of stuck) console.warn(line)
  for (const line of broken) console.error(line)
  console.warn(broken.length === 0 ? 'The ledger is sound.' : `${broken.length} violations.`)
  process.exitCode = broken.length === 0 ? 0 : 1
})
