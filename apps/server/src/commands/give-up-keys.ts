/**
 * Gives up the keys of originals after their KEY_DIR is lost for good: `npm run keys:lost`. Every original
 * and sample ends, their vendors have to send the files again, and the next start makes an empty
 * directory in KEY_DIR. Refuses while a server runs.
 */
import { hooks } from '../hooks.ts'
import { readConfig } from '../platform/config.ts'
import { withDatabaseAlone } from '../platform/database/command-database.ts'
import { openLog } from '../platform/process/log.ts'
import { createSecrets, masterSecretOf } from '../platform/security/secrets.ts'
import { giveUpKeys } from '../start-keys.ts'

const config = readConfig(process.env)

await withDatabaseAlone(config, async (db) => {
  const secrets = createSecrets(masterSecretOf(config))
  const platform = { config, db, log: openLog('error'), secrets, hooks }
  const { originals, deliveries, samples } = await giveUpKeys(platform)
  console.warn(
    `${originals} originals and ${samples} samples have ended; ${deliveries} deliveries wait for their vendors.`,
  )
})
