/**
 * Rewraps the data keys under the next key of the master secret: `npm run keys:rewrap`. With
 * OLD_SECRET_KEY set, moves them, signing keys and secrets of second factors from that secret to the
 * present one. Leaves values that data keys seal unchanged. Refuses while a server runs.
 */
import { rewrapBlobKeys } from '../core/attachments/service.ts'
import { resealSamlKeys } from '../core/auth/company/saml-keys.ts'
import { resealFactors } from '../core/auth/sign-in/factors.ts'
import { resealSigningKeys } from '../core/auth/tokens/signing-keys.ts'
import { resealKey } from '../delivery/certificates/keys.ts'
import { rewrapDeliveryKeys } from '../delivery/deliveries/service.ts'
import { readConfig } from '../platform/config.ts'
import { withDatabaseAlone } from '../platform/database/command-database.ts'
import { system } from '../platform/database/db.ts'
import { resealSealKeys } from '../platform/pdf/seal/own-seal.ts'
import { readSecretFiles } from '../platform/secret-files.ts'
import { rewrapDataKeys } from '../platform/security/field-encryption.ts'
import { createSecrets, masterSecretOf } from '../platform/security/secrets.ts'
import { resealLogKey } from '../platform/transparency/logs.ts'

const config = readConfig(process.env)
const old = readSecretFiles(process.env).env.OLD_SECRET_KEY
const present = createSecrets(masterSecretOf(config))
const former = old ? createSecrets(Buffer.from(old, 'base64')) : present

await withDatabaseAlone(config, async (db) => {
  const count = await db.transaction(system, async (tx) => {
    const renewal = { from: former, to: present }
    await resealSigningKeys(tx, renewal)
    await resealSamlKeys(tx, renewal)
    for (const step of [resealFactors, resealKey, resealLogKey, resealSealKeys])
      await step(tx, renewal)
    return (
      (await rewrapDataKeys(tx, former, present)) +
      (await rewrapDeliveryKeys(tx, former, present)) +
      (await rewrapBlobKeys(tx, former, present))
    )
  })
  console.warn(`${count} data keys are wrapped anew.`)
})
