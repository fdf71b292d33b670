/** Sends files to a bucket, by S3's protocol. Large ones go in parts; a store shows an object once it has all of it. */
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { PushSecret, PushSettings } from '@semblance/contract'
import { askBucket } from '../../../platform/storage/guarded-s3.ts'
import {
  type Connecting,
  connectionFailure,
  type Outgoing,
  PushError,
  readSource,
  type Transport,
} from './transport.ts'

type S3Settings = Extract<PushSettings, { kind: 's3' }>
type S3Secret = Extract<PushSecret, { by: 'secret_key' }>

/** Sets the size of a part, as long as the store's 10,000 parts suffice for the file. */
const PART_BYTES = 16 * 1024 * 1024
const MOST_PARTS = 10_000
/** Limits what is read of an answer. */
const ANSWER_BYTES = 64 * 1024

type Answer = { status: number; text: string; etag: string }
type Ask = (method: string, key: string, query?: string, body?: Buffer) => Promise<Answer>

/** Opens no connection yet: each request has its own. */
export function openS3(
  settings: S3Settings,
  secret: S3Secret,
  connecting: Connecting,
  partBytes = PART_BYTES,
): Transport {
  const ask = requesterOf(settings, secret, connecting)
  const base = settings.folder.split('/').filter((part) => part !== '')
  const keyOf = (folder: readonly string[], name: string) => [...base, ...folder, name].join('/')
  return {
    put: async (folder, file) => {
      const key = keyOf(folder, file.name)
      if (file.bytes > partBytes) return await putParts(ask, key, file, { connecting, partBytes })
      expectDone(await ask('PUT', key, '', await buffer(readSource(file))))
      connecting.onProgress(file.bytes)
    },
    remove: async (folder, name) => {
      await ask('DELETE', keyOf(folder, name)).catch(() => {})
    },
    close: () => {},
  }
}

async function putParts(
  ask: Ask,
  key: string,
  file: Outgoing,
  { connecting, partBytes }: { connecting: Connecting; partBytes: number },
): Promise<void> {
  const begun = await ask('POST', key, 'uploads=')
  expectDone(begun)
  const id = /<UploadId>([^<]+)<\/UploadId>/.exec(begun.text)?.[1]
  if (!id) throw new PushError('status')
  const upload = `uploadId=${encodeURIComponent(decodeText(id))}`
  const size = Math.max(partBytes, Math.ceil(file.bytes / MOST_PARTS))
  try {
    const etags: string[] = []
    for await (const part of inParts(readSource(file), size)) {
      const sent = await ask('PUT', key, `partNumber=${etags.length + 1}&${upload}`, part)
      expectDone(sent)
      etags.push(sent.etag)
      connecting.onProgress(part.length)
    }
    const list = etags.map(
      (etag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
    )
    const body = `<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`
    expectDone(await ask('POST', key, upload, Buffer.from(body)))
  } catch (error) {
    // Parts of an upload that never ends are paid for.
    await ask('DELETE', key, upload).catch(() => {})
    throw error
  }
}

/** Joins a stream into parts of a size; the last one is shorter. */
async function* inParts(source: AsyncIterable<Buffer>, size: number): AsyncIterable<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const chunk of source) {
    waiting.push(chunk)
    bytes += chunk.length
    while (bytes >= size) {
      const all = Buffer.concat(waiting)
      yield all.subarray(0, size)
      waiting = [all.subarray(size)]
      bytes -= size
    }
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}

const decodeText = (xml: string) =>
  xml
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** Throws what an answer means, unless it says that all is done; a store may find fault after it began with 200. */
function expectDone({ status, text }: Answer): void {
  const code = /<Code>([^<]*)<\/Code>/.exec(text)?.[1] ?? ''
  if (status >= 200 && status < 300 && !/<Error>/.test(text)) return
  if (status >= 300 && status < 400) throw new PushError('redirect')
  if (code === 'NoSuchBucket' || (status === 404 && code === ''))
    throw new PushError('bucket_missing')
  if (
    /^(InvalidAccessKeyId|SignatureDoesNotMatch|ExpiredToken|InvalidToken)$/.test(code) ||
    status === 401
  )
    throw new PushError('credentials_refused')
  if (status === 403) throw new PushError('not_permitted')
  if (status === 507 || /Full|Quota/i.test(code)) throw new PushError('no_room')
  throw new PushError('status')
}

function requesterOf(settings: S3Settings, secret: S3Secret, connecting: Connecting): Ask {
  const place = { ...settings, secretAccessKey: secret.secretAccessKey }
  return async (method, key, query = '', body) => {
    try {
      return await readAnswer(await askBucket(place, { method, key, query, body }, connecting))
    } catch (error) {
      throw connectionFailure(error, connecting.signal.aborted ? 'timeout' : 'interrupted')
    }
  }
}

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response) {
    parts.push(part)
    bytes += part.length
    if (bytes > ANSWER_BYTES) response.destroy()
  }
  const { statusCode = 0, headers } = response
  return {
    status: statusCode,
    text: Buffer.concat(parts).toString('utf8'),
    etag: headers.etag ?? '',
  }
}
