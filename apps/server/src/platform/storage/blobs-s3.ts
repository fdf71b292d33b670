/**
 * Stores objects in a bucket of any store that supports S3's protocol. Their content is sealed: the
 * store learns only sizes.
 */
import { AwsClient } from 'aws4fetch'
import type { Config } from '../config.ts'
import { DependencyError } from '../faults.ts'
import { type ListedObjects, type Objects, STORE_TIMEOUT_MS } from './blobs-objects.ts'

type S3Settings = NonNullable<Config['s3']>

const CONCURRENT_REMOVALS = 8

const PREFIX = 'blobs/'
/** Matches keys as this server writes them. Other objects in the bucket are not its own. */
const OBJECT_KEY = /^blobs\/([\w-]{1,64})\/(\d{1,9})$/

const NO_BUCKET = 'The object store knows no such bucket.'

/** Reports a store that has no room left, as some of them do on their own disks. */
const STATUS_FULL = 507

export function s3Objects(settings: S3Settings): Objects {
  const askFor = requesterOf(settings)
  const ask = (method: string, key: string, body?: Buffer<ArrayBuffer>) =>
    askFor(method, PREFIX + key, body)
  const listAfter = async (key: string) => {
    const query = new URLSearchParams({ 'list-type': '2', prefix: PREFIX, 'start-after': key })
    const response = await askFor('GET', `?${query}`)
    if (!response.ok) throw new DependencyError('storage', NO_BUCKET)
    return readListing(await response.text().catch((cause) => throwUnanswered('GET', cause)))
  }
  return {
    put: async (key, content) => {
      const response = await ask('PUT', key, content as Buffer<ArrayBuffer>)
      await response.body?.cancel()
      if (!response.ok) throw new DependencyError('storage', NO_BUCKET)
    },
    get: async (key) => {
      const response = await ask('GET', key)
      const content = await response.arrayBuffer().catch((cause) => throwUnanswered('GET', cause))
      if (response.ok) return Buffer.from(content)
      if (Buffer.from(content).includes('<Code>NoSuchBucket<'))
        throw new DependencyError('storage', NO_BUCKET)
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

/** Returns the function that sends a signed request; it throws DependencyError for all but 404. */
function requesterOf(settings: S3Settings) {
  const { keyId: accessKeyId, secret: secretAccessKey, region } = settings
  const aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 3 })
  const base = bucketUrl(settings)
  return async (method: string, path: string, body?: Buffer<ArrayBuffer>) => {
    const signal = AbortSignal.timeout(STORE_TIMEOUT_MS)
    const sent = aws.fetch(`${base}/${path}`, { method, body, signal })
    const response = await sent.catch((cause) => throwUnanswered(method, cause))
    if (response.ok || response.status === 404) return response
    await response.body?.cancel()
    const message = `The object store answered ${method} with status ${response.status}.`
    const isFull = response.status === STATUS_FULL
    const cause = isFull ? Object.assign(new Error(message), { code: 'ENOSPC' }) : undefined
    throw new DependencyError('storage', message, { cause })
  }
}

function throwUnanswered(method: string, cause: unknown): never {
  throw new DependencyError('storage', `The object store did not answer ${method}.`, { cause })
}

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
