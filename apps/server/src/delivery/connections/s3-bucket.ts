/** Reads a vendor's bucket: lists what is there, and fetches objects as they were when they were listed. */
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { type ConnectionSecret, type ConnectionSettings, hasRole } from '@semblance/contract'
import { type AddressGuard, AddressRefusedError } from '../../platform/security/address-guard.ts'
import { askBucket, type BucketRequest } from '../../platform/storage/guarded-s3.ts'
import { ConnectionError } from './connecting.ts'
import { type BucketObject, elementOf, isPlainKey, readListing } from './s3-listing.ts'

export type Bucket = Extract<ConnectionSettings, { kind: 's3' }> & { secretAccessKey: string }
type Reaching = { guard: AddressGuard; signal: AbortSignal }

/** Limits the files that are listed. */
const MOST_OBJECTS = 1000
/** Limits the pages that are looked through for them. */
const MOST_PAGES = 20
/** Limits what is read of a listing or an error. */
const ANSWER_BYTES = 4 * 1024 * 1024

export function bucketOf(
  settings: Extract<ConnectionSettings, { kind: 's3' }>,
  secret: ConnectionSecret,
): Bucket {
  if (secret.by !== 'secret_key') throw new ConnectionError('secret_unreadable')
  return { ...settings, secretAccessKey: secret.secretAccessKey }
}

/** Lists the files of a bucket that may hold tables, in the order of their names. Throws ConnectionError. */
export async function listBucket(
  bucket: Bucket,
  reaching: Reaching,
): Promise<{ objects: BucketObject[]; isComplete: boolean }> {
  const objects: BucketObject[] = []
  let after = ''
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = new URLSearchParams({
      'list-type': '2',
      prefix: bucket.prefix,
      'start-after': after,
    })
    const response = await ask(
      bucket,
      { method: 'GET', key: '', query: queryText(query) },
      reaching,
    )
    const text = await textOf(response)
    const { objects: found, isTruncated } = readListing(text)
    for (const object of found)
      if (hasRole(object.name, 'upload') && isPlainKey(object.name)) objects.push(object)
    const last = found.at(-1)?.name
    const isLast = !isTruncated || !last
    if (isLast || objects.length > MOST_OBJECTS)
      return {
        objects: objects.slice(0, MOST_OBJECTS),
        isComplete: isLast && objects.length <= MOST_OBJECTS,
      }
    after = last
  }
  return { objects, isComplete: false }
}

/** S3 signs a space as %20. */
const queryText = (query: URLSearchParams) => query.toString().replaceAll('+', '%20')

/** Limits the time in which nothing of an object arrives, and the time of all of it. */
const IDLE_MS = 60_000
const FETCH_MS = 2 * 3_600_000

/**
 * Writes an object to a new file. With an `etag`, only the object that it names. Returns what it was, with its SHA-256. Throws
 * ConnectionError, and what our own disk does.
 */
export async function fetchObject(
  bucket: Bucket,
  object: { name: string; etag?: string | undefined },
  {
    path,
    mostBytes,
    idleMs = IDLE_MS,
    ...reaching
  }: Reaching & { path: string; mostBytes: number; idleMs?: number },
): Promise<BucketObject & { sha256: string }> {
  const headers: Record<string, string> = object.etag ? { 'if-match': object.etag } : {}
  const idle = new AbortController()
  const timer = setTimeout(() => idle.abort(), idleMs)
  const signal = AbortSignal.any([reaching.signal, idle.signal, AbortSignal.timeout(FETCH_MS)])
  const hash = createHash('sha256')
  let bytes = 0
  let response: IncomingMessage
  try {
    response = await ask(
      bucket,
      { method: 'GET', key: object.name, headers },
      { ...reaching, signal },
    )
    const file = await open(path, 'wx', 0o600)
    try {
      for await (const part of received(response, signal)) {
        timer.refresh()
        bytes += part.length
        if (bytes > mostBytes) throw new ConnectionError('too_large')
        hash.update(part)
        await file.appendFile(part)
      }
    } finally {
      await file.close()
    }
  } finally {
    clearTimeout(timer)
    idle.abort()
  }
  const stated = Number(response.headers['content-length'] ?? bytes)
  if (stated !== bytes) throw new ConnectionError('unreachable', { isPassing: true })
  const etag = String(response.headers.etag ?? object.etag ?? '')
  return { name: object.name, bytes, etag, sha256: hash.digest('hex') }
}

/** Yields what arrives. Throws ConnectionError for faults of the connection, and so for none of our own disk. */
async function* received(response: IncomingMessage, signal: AbortSignal) {
  try {
    yield* response as AsyncIterable<Buffer>
  } catch (error) {
    throw failureOf(error, signal)
  }
}

/** Throws ConnectionError for every answer but one with content. */
async function ask(
  bucket: Bucket,
  request: BucketRequest,
  reaching: Reaching,
): Promise<IncomingMessage> {
  let response: IncomingMessage
  try {
    response = await askBucket(bucket, request, reaching)
  } catch (error) {
    throw failureOf(error, reaching.signal)
  }
  const { statusCode = 0 } = response
  if (statusCode === 200) return response
  throw refusalOf(statusCode, await textOf(response).catch(() => ''))
}

function refusalOf(status: number, text: string): ConnectionError {
  const code = elementOf(text, 'Code')
  if (status === 412) return new ConnectionError('object_changed')
  if (status >= 300 && status < 400) return new ConnectionError('redirect')
  if (code === 'NoSuchBucket') return new ConnectionError('bucket_missing')
  if (status === 404) return new ConnectionError('object_missing')
  if (/^(InvalidAccessKeyId|SignatureDoesNotMatch|ExpiredToken|InvalidToken)$/.test(code))
    return new ConnectionError('credentials_refused')
  if (status === 401 || status === 403) return new ConnectionError('not_permitted')
  return new ConnectionError('status', { isPassing: status >= 500 || status === 429 })
}

/** Matches the codes of certificates that do not hold, and of servers that speak no TLS. */
const TLS_FAULT = /CERT|SELF_SIGNED|UNABLE_TO|^ERR_TLS|^ERR_SSL|^EPROTO$|HOSTNAME_MISMATCH/
function failureOf(error: unknown, signal: AbortSignal): ConnectionError {
  if (error instanceof ConnectionError) return error
  if (error instanceof AddressRefusedError)
    return new ConnectionError('address_refused', { cause: error })
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException
  if (TLS_FAULT.test(code)) return new ConnectionError('insecure', { cause: error })
  const isName = /^query/.test(syscall) || code === 'ENOTFOUND'
  if (isName && !signal.aborted)
    return new ConnectionError('name_unresolved', { cause: error, isPassing: true })
  return new ConnectionError('unreachable', { cause: error, isPassing: true })
}

async function textOf(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part)
    bytes += part.length
    if (bytes > ANSWER_BYTES) throw new ConnectionError('status')
  }
  return Buffer.concat(parts).toString('utf8')
}
