/**
 * `npm run keys:rotate`: publishes a new signing key, which signs twenty minutes later.
 * Servers may run or not. They rotate by themselves every ninety days.
 */
import { rotateKeys } from '../core/auth/tokens/signing-keys.ts'
import { readConfig } from '../platform/config.ts'
import { withDatabase } from '../platform/database/command-database.ts'
import { createSecrets, masterSecretOf } from '../platform/security/secrets.ts'

const config = readConfig(process.env)
const master = masterSecretOf(config)

await withDatabase(config, async (db) => {
  const { kid, signsFrom } = await rotateKeys(db, createSecrets(master))
  console.warn(`Key ${kid} is published, and signs from ${signsFrom.toISOString()}.`)
})
