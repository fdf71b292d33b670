/** Defines the parts that both transports share: a file is put into a folder, whole or not at all. */
import type { PushFailure } from '@semblance/contract'
import { type AddressGuard, AddressRefusedError } from '../../../platform/security/address-guard.ts'

export type Outgoing = { name: string; bytes: number; read: () => AsyncIterable<Buffer> }

export type Transport = {
  /** Sends a file into a folder, whose parts are plain names; replaces one of that name. */
  put: (folder: readonly string[], file: Outgoing) => Promise<void>
  /** Removes a file; does nothing where that is not permitted. */
  remove: (folder: readonly string[], name: string) => Promise<void>
  close: () => void
}

/** Describes how a connection is made, and when it is given up. */
export type Connecting = {
  guard: AddressGuard
  signal: AbortSignal
  /** Called with how many bytes of files the other side has taken. */
  onProgress: (bytes: number) => void
}

/** Says why a destination took nothing, in the words of the contract. */
export class PushError extends Error {
  readonly failure: PushFailure

  constructor(failure: PushFailure, options?: ErrorOptions) {
    super(failure, options)
    this.failure = failure
  }
}

/** Marks errors of reading our own file, which say nothing about the destination. */
export class SourceError extends Error {
  constructor(cause: unknown) {
    super('A file of the delivery could not be read.', { cause })
  }
}

/** Reads a file; its errors are marked as ours. */
export async function* readSource(file: Outgoing): AsyncIterable<Buffer> {
  try {
    yield* file.read()
  } catch (error) {
    throw new SourceError(error)
  }
}

/** Matches the codes of certificates that do not hold, and of servers that speak no TLS. */
const TLS_FAULT = /CERT|SELF_SIGNED|UNABLE_TO|^ERR_TLS|^ERR_SSL|^EPROTO$|HOSTNAME_MISMATCH/

/** Returns what an error of a connection means; `otherwise` for one that no rule knows. */
export function connectionFailure(error: unknown, otherwise: PushFailure): PushError | SourceError {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 4; depth++) {
    if (cause instanceof PushError || cause instanceof SourceError) return cause
    if (cause instanceof AddressRefusedError) return new PushError('address_refused', { cause })
    const { code = '', syscall = '' } = cause as NodeJS.ErrnoException
    if (/^query/.test(syscall) || code === 'ENOTFOUND')
      return new PushError('name_unresolved', { cause })
    if (TLS_FAULT.test(code)) return new PushError('insecure', { cause })
    if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/.test(code))
      return new PushError('unreachable', { cause })
    if (/^(ECONNRESET|EPIPE)$/.test(code)) return new PushError('interrupted', { cause })
    cause = cause.cause
  }
  return new PushError(otherwise, { cause: error })
}
