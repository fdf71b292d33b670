/** Delivered files over HTTP: one by one with ranges (RFC 9110, section 14), or all as one ZIP. */
import { createReadStream, type ReadStream } from 'node:fs'
import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Platform } from '../../platform/context.ts'
import { system } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { attachment, splitExtension } from '../../platform/file-names.ts'
import { readLink } from '../../platform/links.ts'
import type { Storage } from '../../platform/storage.ts'
import { findStoredArchive, findStoredFile, type StoredFile } from './queries.ts'

const contentTypes: Record<string, string> = {
  '.csv': 'text/csv; charset=utf-8',
  '.json': 'application/json',
}

/** Nothing on the way may keep a delivered file, or change it by compressing. */
const CACHE_CONTROL = 'private, no-store, no-transform'

export async function download(
  platform: Platform,
  storage: Storage,
  request: Request,
  token: string,
): Promise<Response> {
  const target = await readLink(platform, token, ['file', 'archive'])
  if (target.kind === 'file') {
    const file = await platform.db.transaction(system, (tx) => findStoredFile(tx, target.id))
    if (!file) throw new AppError('not_found')
    return await sendFile(storage, request, file)
  }
  const archive = await platform.db.transaction(system, (tx) => findStoredArchive(tx, target.id))
  if (!archive) throw new AppError('not_found')
  const headers = {
    'content-type': 'application/zip',
    'content-disposition': attachment(`${archive.dpr_id}_synthetic.zip`),
    'cache-control': CACHE_CONTROL,
  }
  const body = request.method === 'HEAD' ? null : zip(storage, archive.files, archive.finished_at!)
  return new Response(body, { headers })
}

async function sendFile(storage: Storage, request: Request, file: StoredFile): Promise<Response> {
  const size = await storage.bytes(file.storage_key)
  if (size === null || BigInt(size) !== file.bytes)
    throw new Error(`The bytes of delivered file ${file.id} are missing or changed.`)
  const etag = `"${file.sha256}"`
  const headers = new Headers({
    etag,
    'accept-ranges': 'bytes',
    'cache-control': CACHE_CONTROL,
    'content-disposition': attachment(file.name),
    'content-type': contentTypes[splitExtension(file.name).extension] ?? 'application/octet-stream',
  })
  if (request.headers.get('if-none-match') === etag)
    return new Response(null, { status: 304, headers })
  const ifRange = request.headers.get('if-range')
  const range = ifRange === null || ifRange === etag ? request.headers.get('range') : null
  const span = wantedSpan(range, size)
  if (span === 'unsatisfiable') {
    headers.set('content-range', `bytes */${size}`)
    return new Response(null, { status: 416, headers })
  }
  const { start, end } = span ?? { start: 0, end: size - 1 }
  headers.set('content-length', String(end - start + 1))
  if (span) headers.set('content-range', `bytes ${start}-${end}/${size}`)
  const isEmpty = request.method === 'HEAD' || size === 0
  const body = isEmpty
    ? null
    : webStream(createReadStream(storage.path(file.storage_key), { start, end }))
  return new Response(body, { status: span ? 206 : 200, headers })
}

/** One range of bytes, ends included. Null means the whole file: no range, several, or one we do not understand. */
export function wantedSpan(
  header: string | null,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length > 0 ? { start: size - length, end: size - 1 } : 'unsatisfiable'
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start < size ? { start, end } : 'unsatisfiable'
}

function zip(storage: Storage, files: StoredFile[], mtime: Date): ReadableStream {
  const archive = new ZipFile()
  const reading: ReadStream[] = []
  for (const file of files)
    archive.addReadStreamLazy(file.name, { mtime, size: Number(file.bytes) }, (use) => {
      const stream = createReadStream(storage.path(file.storage_key))
      stream.on('error', (error) => output.destroy(error))
      reading.push(stream)
      use(null, stream)
    })
  archive.end()
  const output = archive.outputStream.pipe(new PassThrough())
  archive.on('error', (error: Error) => output.destroy(error))
  output.on('close', () => {
    for (const stream of reading) stream.destroy() // a caller who left early leaves them open
  })
  return webStream(output)
}

const webStream = (stream: Readable) => Readable.toWeb(stream) as ReadableStream
