/** Serves content in ranges, so that a download resumes (RFC 9110, sections 13 and 14). */
import { Readable } from 'node:stream'
import { mediaTypeOf } from '@semblance/contract'
import type { Span } from '../storage/blobs.ts'
import { attachment } from '../storage/file-names.ts'
import { startReading } from '../storage/start-reading.ts'

export type Content = {
  name: string
  bytes: number
  /** Changes with every byte. */
  etag: string
  /** The bytes of `span`, its end included. */
  read: (span: Span) => AsyncIterable<Buffer>
}

const contentTypeOf = (name: string) => {
  const type = mediaTypeOf(name)
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type
}

export type Answer = {
  response: Response
  /** Marks that the content is sent from its first byte. */
  begins: boolean
}

/**
 * Returns true if the client has the beginning of this exact content and requests the rest. Firefox
 * does so by If-Match (RFC 9110, 13.1.1).
 */
export function isResumption(request: Request, content: Content): boolean {
  const span = wantedSpan(request.headers.get('range'), content.bytes)
  const known = request.headers.get('if-range') ?? request.headers.get('if-match')
  return known === quoted(content) && span !== null && span !== 'unsatisfiable' && span.start > 0
}

const quoted = ({ etag }: Pick<Content, 'etag'>) => `"${etag}"`

/**
 * Answers with a range of bytes to be saved, which caches may not keep and compression may not
 * change. Reads the first part before: a store that is away is an error, not an answer that breaks off.
 */
export async function answerRange(request: Request, content: Content): Promise<Answer> {
  const { name, bytes, read } = content
  const etag = quoted(content)
  const headers = new Headers({
    etag,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store, no-transform',
    'content-disposition': attachment(name),
    'content-type': contentTypeOf(name),
  })
  const without = (status: number) => ({
    response: new Response(null, { status, headers }),
    begins: false,
  })
  const wanted = request.headers
    .get('if-match')
    ?.split(',')
    .map((one) => one.trim())
  if (wanted && !wanted.includes('*') && !wanted.includes(etag)) return without(412)
  if (request.headers.get('if-none-match') === etag) return without(304)
  const ifRange = request.headers.get('if-range')
  const range = ifRange === null || ifRange === etag ? request.headers.get('range') : null
  const span = wantedSpan(range, bytes)
  if (span === 'unsatisfiable') {
    headers.set('content-range', `bytes */${bytes}`)
    return without(416)
  }
  const { start, end } = span ?? { start: 0, end: bytes - 1 }
  headers.set('content-length', String(end - start + 1))
  if (span) headers.set('content-range', `bytes ${start}-${end}/${bytes}`)
  const status = span ? 206 : 200
  if (request.method === 'HEAD') return without(status)
  const body = bytes === 0 ? null : webStream(await startReading(read({ start, end })))
  return { response: new Response(body, { status, headers }), begins: start === 0 }
}

/** One range of bytes, ends included. Null means the whole file: no range, several, or one we do not understand. */
function wantedSpan(header: string | null, size: number): Span | 'unsatisfiable' | null {
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

const webStream = (content: AsyncIterable<Buffer>) =>
  Readable.toWeb(Readable.from(content, { objectMode: false })) as ReadableStream
