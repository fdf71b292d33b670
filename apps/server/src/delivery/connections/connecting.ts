/** Finds where a connection leads, past the guard: to addresses of the moment, which the connection is then held to. */
import type { ConnectionFailure, ConnectionSecret, ConnectionSettings } from '@semblance/contract'
import { connectionFailureTexts } from '@semblance/contract'
import type { DatabaseInput } from '@semblance/synth'
import type { Config } from '../../platform/config.ts'
import {
  AddressRefusedError,
  createAddressGuard,
  resolveAllowed,
} from '../../platform/security/address-guard.ts'

/** Says what is wrong with a connection. `isPassing`: it may end by itself. */
export class ConnectionError extends Error {
  readonly failure: ConnectionFailure
  readonly isPassing: boolean

  constructor(failure: ConnectionFailure, options: ErrorOptions & { isPassing?: boolean } = {}) {
    super(connectionFailureTexts[failure], options)
    this.failure = failure
    this.isPassing = options.isPassing ?? false
  }
}

/** Names where a warehouse is, and what opens it. */
export type Warehouse = Omit<DatabaseInput, 'tables'>
type WarehouseSettings = Exclude<ConnectionSettings, { kind: 's3' }>

/** Makes the operator's guard; networks that are open to webhooks are not to connections, which may name any port. */
export const guardOf = ({ connectionNetworks }: Pick<Config, 'connectionNetworks'>) =>
  createAddressGuard(connectionNetworks)

/** Returns how a warehouse is spoken to: at addresses that were looked up now, and at no others. Throws ConnectionError. */
export async function warehouseOf(
  config: Pick<Config, 'connectionNetworks'>,
  settings: WarehouseSettings,
  secret: ConnectionSecret,
): Promise<Warehouse> {
  const { kind, host, port, user, isTls, caCertificate } = settings
  const named = host.includes(':') ? `[${host}]` : host
  const guarded = new URL(`${isTls ? 'https' : 'http'}://${named}:${port}`)
  const addresses = await resolveAllowed(guardOf(config), guarded).catch((error: unknown) => {
    throw lookupFailure(error)
  })
  const path = encodeURIComponent(kind === 'postgres' ? settings.database : settings.catalog)
  return {
    url: `${kind}://${encodeURIComponent(user)}@${named}:${port}/${path}`,
    ...(secret.by === 'password' && { password: secret.password }),
    ...(secret.by === 'token' && { token: secret.token }),
    route: { addresses, isTls, ...(caCertificate && { ca: caCertificate }) },
  }
}

/** A name server that does not answer may do so later, and so may a name that is not there. */
function lookupFailure(cause: unknown): ConnectionError {
  return cause instanceof AddressRefusedError
    ? new ConnectionError('address_refused', { cause })
    : new ConnectionError('name_unresolved', { cause, isPassing: true })
}
