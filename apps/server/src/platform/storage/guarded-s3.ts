/** Asks buckets of customers, by S3's protocol: each request is signed over its content, and made through the guard. */
import { createHash } from 'node:crypto'
import { type IncomingMessage, request as requestClear } from 'node:http'
import { request as requestSecure } from 'node:https'
import { AwsV4Signer } from 'aws4fetch'
import type { AddressGuard } from '../security/address-guard.ts'

export type BucketPlace = {
  endpoint: string
  region: string
  bucket: string
  /** The bucket is named in the path, not in the host. */
  isPathStyle: boolean
  accessKeyId: string
}

export type BucketRequest = {
  method: string
  key: string
  /** Encoded, without the question mark. */
  query?: string
  headers?: Record<string, string>
  body?: Buffer
}

/** Sends one request to a bucket, and returns the answer as it begins. Follows no redirect: it could lead anywhere. */
export async function askBucket(
  place: BucketPlace & { secretAccessKey: string },
  { method, key, query = '', headers = {}, body }: BucketRequest,
  { guard, signal }: { guard: AddressGuard; signal: AbortSignal },
): Promise<IncomingMessage> {
  const path = key.split('/').map(encodeSegment).join('/')
  const sha256 = createHash('sha256')
    .update(body ?? '')
    .digest('hex')
  const signer = new AwsV4Signer({
    method,
    url: `${bucketUrl(place)}/${path}${query && `?${query}`}`,
    headers: { ...headers, 'x-amz-content-sha256': sha256 },
    accessKeyId: place.accessKeyId,
    secretAccessKey: place.secretAccessKey,
    region: place.region,
    service: 's3',
  })
  const signed = await signer.sign()
  guard.check(signed.url)
  const request = signed.url.protocol === 'https:' ? requestSecure : requestClear
  return await new Promise((resolve, reject) => {
    const sent = request(
      signed.url,
      {
        method: signed.method,
        headers: { ...Object.fromEntries(signed.headers), 'content-length': body?.length ?? 0 },
        lookup: guard.lookupFor(signed.url),
        agent: false, // a connection of its own, past any proxy of the environment
        signal,
      },
      resolve,
    )
    sent.on('error', reject)
    sent.once('close', () => reject(new Error('The store closed the connection.')))
    sent.end(body)
  })
}

/** Encodes all that a signature is computed over in encoded form, also what addresses may have as it is. */
export const encodeSegment = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

function bucketUrl({ endpoint, bucket, isPathStyle }: BucketPlace): string {
  const { protocol, host } = new URL(endpoint)
  return isPathStyle ? `${protocol}//${host}/${bucket}` : `${protocol}//${bucket}.${host}`
}
