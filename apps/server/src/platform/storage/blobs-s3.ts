/**
 * Stores objects in a bucket of any store that supports S3's protocol. Their content is sealed: the
 * store learns only sizes.
 */
import { AwsClient } from 'aws4fetch'
import type { Config } from '../config.ts'
import { DependencyError } from '../faults.ts'
import type { ListedObjects, Objects } from './blobs-objects.ts'

type S3Settings = NonNullable<Config['s3']>

/** A store that hangs must not hold a database transaction for longer. */
const TIMEOUT_MS = 30_000

const CONCURRENT_REMOVALS = 8

const PREFIX = 'blobs/'
/** Matches keys as this server writes them. Other objects in the bucket are not its own. */
const OBJECT_KEY = /^blobs\/([\w-]{1,64})\/(\d{1,9})$/

const NO_BUCKET = 'The object store knows no such bucket.'

export function s3Objects(settings: S3Settings): Objects {
  const { keyId: accessKeyId, secret: secretAccessKey, region } = settings
  const aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 3 })
  const base = bucketUrl(settings)
  const askFor = async (method: string, path: string, body?: Buffer<ArrayBuffer>) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await aws.fetch(`${base}/${path}`, { method, body, signal }).catch((cause) => {
      throw new DependencyError('storage', 'The object store did not answer.', { cause })
    })
    if (response.ok || response.status === 404) return response
    await response.body?.cancel()
    const said = `The object store answered ${method} with status ${response.status}.`
    throw isFaultOfStore(response.status) ? new DependencyError('storage', said) : new Error(said)
  }
  const ask = (method: string, key: string, body?: Buffer<ArrayBuffer>) =>
    askFor(method, PREFIX + key, body)
  const listAfter = async (key: string) => {
    const query = new URLSearchParams({ 'list-type': '2', prefix: PREFIX, 'start-after': key })
    const response = await askFor('GET', `?${query}`)
    if (!response.ok) throw new DependencyError('storage', NO_BUCKET)
    return readListing(await response.text())
  }
  return {
    put: async (key, content) => {
      const response = await ask('PUT', key, content as Buffer<ArrayBuffer>)
      await response.body?.cancel()
      if (!response.ok) throw new DependencyError('storage', NO_BUCKET)
    },
    get: async (key) => {
      const response = await ask('GET', key)
      if (response.ok) return Buffer.from(await response.arrayBuffer())
      await response.body?.cancel()
      return null
    },
    remove: async (keys) => {
      const waiting = [...keys]
      const work = async () => {
        for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
          const response = await ask('DELETE', key)
          await response.body?.cancel()
        }
      }
      await Promise.all(Array.from({ length: CONCURRENT_REMOVALS }, work))
    },
    list: async function* () {
      let blob: ListedObjects | undefined
      for await (const { blobId, index, writtenAt } of listEach(listAfter)) {
        if (blob && blob.blobId !== blobId) yield blob
        const before: ListedObjects | undefined = blob?.blobId === blobId ? blob : undefined
        blob = {
          blobId,
          count: Math.max(before?.count ?? 0, index + 1),
          writtenAt: before && before.writtenAt > writtenAt ? before.writtenAt : writtenAt,
        }
      }
      if (blob) yield blob
    },
  }
}

/** Tells an outage, an overload or refused credentials from a request that the store cannot take. */
const isFaultOfStore = (status: number) =>
  status >= 500 || status === 429 || status === 408 || status === 401 || status === 403

type Page = { objects: { blobId: string; index: number; writtenAt: Date }[]; next: string }

async function* listEach(listAfter: (key: string) => Promise<Page>) {
  for (let after = PREFIX; after !== ''; ) {
    const { objects, next } = await listAfter(after)
    yield* objects
    after = next
  }
}

/**
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html
 * In the order of their keys, so that a blob's objects follow each other; `next` is empty on the last page.
 */
function readListing(xml: string): Page {
  const textIn = (element: string, name: string) =>
    new RegExp(`<${name}>([^<]*)</${name}>`).exec(element)?.[1] ?? ''
  const contents = xml.match(/<Contents>.*?<\/Contents>/gs) ?? []
  const objects = contents.flatMap((element) => {
    const [, blobId, index] = OBJECT_KEY.exec(textIn(element, 'Key')) ?? []
    const writtenAt = new Date(textIn(element, 'LastModified'))
    return blobId ? [{ blobId, index: Number(index), writtenAt }] : []
  })
  const last = contents.at(-1)
  const next = last && textIn(xml, 'IsTruncated') === 'true' ? textIn(last, 'Key') : ''
  return { objects, next }
}

function bucketUrl({ endpoint, bucket, pathStyle }: S3Settings): string {
  if (pathStyle) return `${endpoint}/${bucket}`
  const { protocol, host } = new URL(endpoint)
  return `${protocol}//${bucket}.${host}`
}
