/**
 * Has the server restore the sample data: `npm run samples:reset`. One that runs does so at once,
 * otherwise the next start does.
 */
import { readConfig } from '../platform/config.ts'
import { withDatabase } from '../platform/database/command-database.ts'
import { system } from '../platform/database/db.ts'
import { enterReset } from '../sample-data/reset.ts'

try {
  const config = readConfig(process.env)
  if (!config.sampleData) throw new Error('There is no sample data: SAMPLE_DATA is off.')
  await withDatabase(config, async (db) => {
    await db.transaction(system, (tx) => enterReset(tx, { userId: null }, new Date()))
    console.warn('The sample data will be restored.')
  })
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
