/**
 * Rewraps the data keys under the next key of the master secret: `npm run keys:rewrap`. With
 * OLD_SECRET_KEY set, moves them from that secret to the present one. Leaves the sealed values
 * unchanged. Run it only while no server runs.
 */
import { rewrapBlobKeys } from '../core/attachments/service.ts'
import { rewrapDeliveryKeys } from '../delivery/deliveries/service.ts'
import { readConfig } from '../platform/config.ts'
import { withDatabase } from '../platform/database/command-database.ts'
import { system } from '../platform/database/db.ts'
import { readSecretFiles } from '../platform/secret-files.ts'
import { rewrapDataKeys } from '../platform/security/field-encryption.ts'
import { createSecrets, masterSecretOf } from '../platform/security/secrets.ts'

const config = readConfig(process.env)
const old = readSecretFiles(process.env).env.OLD_SECRET_KEY
const present = createSecrets(masterSecretOf(config))
const former = old ? createSecrets(Buffer.from(old, 'base64')) : present

await withDatabase(config, async (db) => {
  const count = await db.transaction(
    system,
    async (tx) =>
      (await rewrapDataKeys(tx, former, present)) +
      (await rewrapDeliveryKeys(tx, former, present)) +
      (await rewrapBlobKeys(tx, former, present)),
  )
  console.warn(`${count} data keys are wrapped anew.`)
})
