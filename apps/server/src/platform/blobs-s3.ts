/** Objects in a bucket of any store that speaks S3's protocol. What lies there is sealed: the store learns sizes alone. */
import { AwsClient } from 'aws4fetch'
import type { Config } from '../config.ts'
import type { Objects } from './blobs-objects.ts'

type S3Settings = NonNullable<Config['s3']>

/** A store that hangs must not hold a database transaction for longer. */
const TIMEOUT_MS = 30_000

const CONCURRENT_REMOVALS = 8

export function s3Objects(settings: S3Settings): Objects {
  const { keyId: accessKeyId, secret: secretAccessKey, region } = settings
  const aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 3 })
  const base = bucketUrl(settings)
  const ask = async (method: string, key: string, body?: Buffer<ArrayBuffer>) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await aws.fetch(`${base}/blobs/${key}`, { method, body, signal })
    if (response.ok || response.status === 404) return response
    throw new Error(`The object store answered ${method} with status ${response.status}.`)
  }
  return {
    put: async (key, content) => {
      const response = await ask('PUT', key, content as Buffer<ArrayBuffer>)
      await response.body?.cancel()
      if (!response.ok) throw new Error('The object store knows no such bucket.')
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
  }
}

function bucketUrl({ endpoint, bucket, pathStyle }: S3Settings): string {
  if (pathStyle) return `${endpoint}/${bucket}`
  const { protocol, host } = new URL(endpoint)
  return `${protocol}//${bucket}.${host}`
}
