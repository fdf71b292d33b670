/** Prints the key of the service role, for programs that administer accounts. Keep it out of browsers. */
import { serviceKeyOf } from '../core/auth/tokens/service-role.ts'
import { readConfig } from '../platform/config.ts'
import { createSecrets, masterSecretOf } from '../platform/security/secrets.ts'

const config = readConfig(process.env)
process.stdout.write(
  `${config.serviceKey ?? serviceKeyOf(createSecrets(masterSecretOf(config)))}\n`,
)
