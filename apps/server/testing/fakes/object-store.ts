/**
 * Simulates a bucket without an external service: S3's protocol as far as it is used, with
 * signatures checked by the published recipe.
 */
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '../../src/platform/config.ts'

const secrets = { keyId: 'AKIDTEST', secret: 'bucket-secret', region: 'eu-test-1' }

/** Limits a page, so that a listing takes several pages. */
const PAGE = 2

export type ObjectStore = {
  settings: NonNullable<Config['s3']>
  /** Names of the objects that are there. */
  keys: () => string[]
  /** Puts an object into the bucket, or replaces it. */
  put: (key: string, content: Buffer) => void
  /** Contents of the objects that are there. */
  contents: () => Buffer[]
  /**
   * Answers every request from now on with this status, not before the next call (`silence`), or
   * as usual (null).
   */
  failWith: (fault: number | 'silence' | null) => void
  /** Has the bucket vanish, or come back. */
  setGone: (isGone: boolean) => void
  /** Counts uploads in parts that were begun and neither completed nor given up. */
  openUploads: () => number
  /** Counts the requests that have arrived and wait for an answer. */
  heldCount: () => number
  close: () => void
}

export async function startObjectStore(): Promise<ObjectStore> {
  const objects = new Map<string, { content: Buffer; writtenAt: Date }>()
  let fault: number | 'silence' | null = null
  let isGone = false
  const uploads = new Map<string, Map<number, Buffer>>()
  let waiting: (() => void)[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (fault === 'silence') waiting.push(answerNow)
      else answerNow()
    })
    const answerNow = () => {
      const { pathname: key, searchParams } = new URL(request.url!, 'http://store.test')
      let answer: Buffer | string | undefined
      if (typeof fault === 'number') response.statusCode = fault
      else if (!isSigned(request)) response.statusCode = 403
      else if (isGone) {
        response.statusCode = 404
        answer = '<Error><Code>NoSuchBucket</Code></Error>'
      } else if (searchParams.has('uploads')) {
        const id = `upload-${uploads.size}`
        uploads.set(id, new Map())
        answer = `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`
      } else if (searchParams.has('uploadId')) {
        const id = searchParams.get('uploadId') ?? ''
        const sent = uploads.get(id)
        const content = Buffer.concat(parts)
        if (!sent) response.statusCode = 404
        else if (request.method === 'DELETE') uploads.delete(id)
        else if (request.method === 'PUT') {
          sent.set(Number(searchParams.get('partNumber')), content)
          response.setHeader('etag', etagOf(content))
        } else {
          const listed = content.toString().match(/<PartNumber>\d+/g) ?? []
          const all = listed.map((part) => sent.get(Number(part.slice(12))) ?? Buffer.alloc(0))
          objects.set(key, { content: Buffer.concat(all), writtenAt: new Date() })
          uploads.delete(id)
        }
      } else if (request.method === 'PUT')
        objects.set(key, { content: Buffer.concat(parts), writtenAt: new Date() })
      else if (request.method === 'DELETE') response.statusCode = objects.delete(key) ? 204 : 404
      else if (searchParams.get('list-type') === '2') answer = listing(searchParams)
      else if (objects.has(key)) {
        const { content } = objects.get(key)!
        response.setHeader('etag', etagOf(content))
        const asked = request.headers['if-match']
        if (asked && asked !== etagOf(content)) response.statusCode = 412
        else answer = content
      } else response.statusCode = 404
      response.end(answer)
    }
  })
  const listing = (query: URLSearchParams) => {
    const { prefix, after } = { prefix: query.get('prefix')!, after: query.get('start-after')! }
    const found = [...objects]
      .map(([path, object]) => ({ key: path.split('/').slice(2).join('/'), ...object }))
      .filter(({ key }) => key.startsWith(prefix) && key > after)
      .sort((a, b) => (a.key < b.key ? -1 : 1))
    const contents = found
      .slice(0, PAGE)
      .map(
        ({ key, writtenAt, content }) =>
          `<Contents><Key>${key}</Key><LastModified>${writtenAt.toISOString()}</LastModified><ETag>${etagOf(content).replaceAll('"', '&quot;')}</ETag><Size>${content.length}</Size></Contents>`,
      )
    return `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult><IsTruncated>${found.length > PAGE}</IsTruncated>${contents.join('\n')}</ListBucketResult>`
  }
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    settings: {
      ...secrets,
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'b',
      pathStyle: true,
    },
    keys: () => [...objects.keys()],
    put: (key, content) => objects.set(key, { content, writtenAt: new Date() }),
    contents: () => [...objects.values()].map(({ content }) => content),
    failWith: (next) => {
      fault = next
      if (next === 'silence') return
      const held = waiting
      waiting = []
      for (const answer of held) answer()
    },
    setGone: (next) => {
      isGone = next
    },
    openUploads: () => uploads.size,
    heldCount: () => waiting.length,
    close: () => void server.close(),
  }
}

const etagOf = (content: Buffer) => `"${createHash('md5').update(content).digest('hex')}"`

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
function isSigned({ method, url, headers }: IncomingMessage): boolean {
  const given = /Credential=(\S+), SignedHeaders=(\S+), Signature=(\S+)/.exec(
    headers.authorization ?? '',
  )
  if (!given) return false
  const [, credential, names, signature] = given as unknown as string[]
  const lines = names!.split(';').map((name) => `${name}:${String(headers[name])}`)
  const [path, query = ''] = url!.split('?')
  const sorted = query.split('&').sort().join('&')
  const request = [method, path, sorted, ...lines, '', names, headers['x-amz-content-sha256']]
  const scope = credential!.split('/').slice(1)
  const text = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    scope.join('/'),
    createHash('sha256').update(request.join('\n')).digest('hex'),
  ].join('\n')
  const hmac = (key: string | Buffer, part: string) =>
    createHmac('sha256', key).update(part).digest()
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${secrets.secret}`)
  return hmac(key, text).toString('hex') === signature && credential!.startsWith(secrets.keyId)
}
