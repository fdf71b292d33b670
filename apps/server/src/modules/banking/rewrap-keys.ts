/**
 * `npm run keys:rewrap`: wraps the data keys anew, under the next key of the master secret. With
 * OLD_SECRET_KEY they move from that secret to the present one. No sealed value is touched.
 * While no server runs.
 */
import { join } from 'node:path'
import { readConfig } from '../../config.ts'
import { withDatabase } from '../../platform/command-database.ts'
import { system } from '../../platform/db.ts'
import { createSecrets, loadMasterSecret } from '../../platform/secrets.ts'
import { rewrapDataKeys } from '../../platform/vault.ts'
import { rewrapDeliveryKeys } from '../deliveries/service.ts'

const config = readConfig(process.env)
const old = process.env.OLD_SECRET_KEY
const present = createSecrets(
  config.secretKey
    ? Buffer.from(config.secretKey, 'base64')
    : loadMasterSecret(join(config.dataDir, 'secret-key')),
)
const former = old ? createSecrets(Buffer.from(old, 'base64')) : present

await withDatabase(config, async (db) => {
  const count = await db.transaction(
    system,
    async (tx) =>
      (await rewrapDataKeys(tx, former, present)) + (await rewrapDeliveryKeys(tx, former, present)),
  )
  console.warn(`${count} data keys are wrapped anew.`)
})
