/**
 * Checks a restored installation: `npm run restore:check` prints what is broken in the ledger and
 * which stored content is missing, and exits 1 if there is anything. Servers may run or not.
 */
import { findMissingContent } from '../delivery/blob-gc/service.ts'
import { verifyLedger } from '../money/ledger/service.ts'
import { readConfig } from '../platform/config.ts'
import { withDatabase } from '../platform/database/command-database.ts'
import { system } from '../platform/database/db.ts'

/** Limits the IDs that are printed of each kind. */
const PRINTED = 20

const config = readConfig(process.env)
await withDatabase(config, async (db) => {
  const violations = await db.transaction(system, verifyLedger)
  for (const line of violations) console.error(line)
  const compared = await findMissingContent({ config, db })
  for (const { owner, count, missing } of compared) {
    console.warn(`${owner}: ${count - missing.length} of ${count} are stored.`)
    for (const id of missing.slice(0, PRINTED)) console.error(`${owner}: ${id} is missing.`)
    if (missing.length > PRINTED) console.error(`and ${missing.length - PRINTED} more`)
  }
  const findings = violations.length + compared.flatMap(({ missing }) => missing).length
  console.warn(
    findings === 0
      ? 'The ledger is sound, and all content is stored. Originals and samples were not compared: no backup has them.'
      : `${findings} ${findings === 1 ? 'finding' : 'findings'}.`,
  )
  process.exitCode = findings === 0 ? 0 : 1
})
