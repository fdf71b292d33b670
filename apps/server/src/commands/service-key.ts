/** Prints the key of the service role, for programs that administer accounts. Keep it out of browsers. */
import { join } from 'node:path'
import { serviceKeyOf } from '../core/auth/tokens/service-role.ts'
import { readConfig } from '../platform/config.ts'
import { createSecrets, loadMasterSecret } from '../platform/security/secrets.ts'

const { serviceKey, secretKey, dataDir } = readConfig(process.env)
const master = secretKey
  ? Buffer.from(secretKey, 'base64')
  : loadMasterSecret(join(dataDir, 'secret-key'))
process.stdout.write(`${serviceKey ?? serviceKeyOf(createSecrets(master))}\n`)
