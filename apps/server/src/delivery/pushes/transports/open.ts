/** Opens destinations, and tries them with a small file. */
import type { PushSecret, PushSettings } from '@semblance/contract'
import type { Config } from '../../../platform/config.ts'
import { createAddressGuard } from '../../../platform/security/address-guard.ts'
import { openS3 } from './s3.ts'
import { openSftp, readHostKey } from './sftp.ts'
import { type Connecting, PushError, type Transport } from './transport.ts'

/** Sets how long a destination may take for its test, and a host to show its key. */
const TEST_MS = 20_000
const TEST_NAME = 'semblance-test.txt'
const TEST_TEXT = 'Semblance wrote this file to try this destination. It can be removed.\n'

/** Opens a destination. Throws PushError. */
export async function openTransport(
  settings: PushSettings,
  secret: PushSecret,
  connecting: Connecting,
): Promise<Transport> {
  if (settings.kind === 's3' && secret.by === 'secret_key')
    return openS3(settings, secret, connecting)
  if (settings.kind === 'sftp' && secret.by !== 'secret_key')
    return await openSftp(settings, secret, connecting)
  throw new PushError('secret_unreadable')
}

const guardOf = ({ webhookNetworks }: Config) => createAddressGuard(webhookNetworks)

/** Makes what a connection needs; `webhookNetworks` are the operator's own for pushes, too. */
export const connectingOf = (
  config: Config,
  signal: AbortSignal,
  onProgress: Connecting['onProgress'] = () => {},
) => ({
  guard: guardOf(config),
  signal,
  onProgress,
})

/** Writes a small file into the folder, and removes it if that is permitted. Throws PushError. */
export async function tryDestination(
  config: Config,
  settings: PushSettings,
  secret: PushSecret,
): Promise<void> {
  const content = Buffer.from(TEST_TEXT)
  const connecting = connectingOf(config, AbortSignal.timeout(TEST_MS))
  const transport = await openTransport(settings, secret, connecting)
  try {
    await transport.put([], {
      name: TEST_NAME,
      bytes: content.length,
      read: async function* () {
        yield content
      },
    })
    await transport.remove([], TEST_NAME)
  } finally {
    transport.close()
  }
}

export const lookUpHostKey = (config: Config, at: { host: string; port: number }) =>
  readHostKey(at, connectingOf(config, AbortSignal.timeout(TEST_MS)))
