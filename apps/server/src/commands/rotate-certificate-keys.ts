/**
 * `npm run certificates:rotate`: a new key signs certificates from now on. The one before can no longer sign; what it
 * has signed stays verifiable. Servers may run or not.
 */
import { rotateKey } from '../delivery/certificates/keys.ts'
import { readConfig } from '../platform/config.ts'
import { withDatabase } from '../platform/database/command-database.ts'
import { createSecrets, masterSecretOf } from '../platform/security/secrets.ts'

const config = readConfig(process.env)
const master = masterSecretOf(config)

await withDatabase(config, async (db) => {
  const kid = await rotateKey(db, createSecrets(master))
  console.warn(`Key ${kid} signs certificates from now on.`)
})
