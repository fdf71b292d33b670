/** Uploading and delivering as a vendor's browser does, for tests. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Deal, fundedDeal } from '../../../testing/deals.ts'
import type { Market, Person } from '../../../testing/market.ts'
import { runJobs } from '../../../testing/run-jobs.ts'
import { openBlobs } from '../../platform/blobs.ts'
import { system } from '../../platform/db.ts'
import { openOriginalKey } from './keys.ts'
import { findUpload } from './upload-queries.ts'

/** A small table with a pattern: enough rows for a twin. */
export function customersCsv(rows = 400): string {
  const cities = ['Berlin', 'Paris', 'Rome', 'Oslo']
  const lines = Array.from({ length: rows }, (_, i) => {
    const age = 20 + ((i * 7) % 50)
    // To the cent, so that a twin's row is one of the original's by no chance.
    const income = 20_000 + age * 500 + ((i * 37) % 900) + ((i * 7919) % 100) / 100
    return `${age},${cities[i % 4]},${income.toFixed(2)}`
  })
  return `age,city,income\n${lines.join('\n')}\n`
}

type Sender = Pick<Person, 'token'> | null

export function tusHeaders(sender: Sender, headers: Record<string, string> = {}) {
  const authorization = sender ? { authorization: `Bearer ${sender.token}` } : undefined
  return { 'tus-resumable': '1.0.0', ...authorization, ...headers }
}

const encode = (text: string) => Buffer.from(text).toString('base64')

export async function createUpload(
  market: Market,
  sender: Sender,
  about: { contractId: string; fileName?: string; bytes?: number },
): Promise<Response> {
  const { contractId, fileName = 'customers.csv', bytes = 10 } = about
  return await market.fetch('/api/uploads', {
    method: 'POST',
    headers: tusHeaders(sender, {
      'upload-length': String(bytes),
      'upload-metadata': `contractId ${encode(contractId)},filename ${encode(fileName)}`,
    }),
  })
}

export async function sendBytes(
  market: Market,
  sender: Sender,
  location: string,
  offset: number,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream,
): Promise<Response> {
  return await market.fetch(location, {
    method: 'PATCH',
    headers: tusHeaders(sender, {
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    }),
    body,
    duplex: 'half',
  } as RequestInit)
}

/** A complete upload; returns its ID. */
export async function upload(
  market: Market,
  vendor: Person,
  contractId: string,
  content: string | Buffer<ArrayBuffer>,
  fileName?: string,
): Promise<string> {
  const bytes = Buffer.byteLength(content)
  const created = await createUpload(market, vendor, { contractId, fileName, bytes })
  expect(created.status).toBe(201)
  const location = created.headers.get('location')!
  if (bytes > 0) expect((await sendBytes(market, vendor, location, 0, content)).status).toBe(204)
  return location.split('/').at(-1)!
}

/** Where its sealed chunks lie. */
export const blobPath = ({ platform }: Market, id: string) =>
  join(platform.config.dataDir, 'blobs', id)

export const originalExists = (market: Market, uploadId: string) =>
  existsSync(blobPath(market, uploadId))

/** What the platform itself could read of an upload, as far as it is there; null once its key is destroyed. */
export async function readOriginal({ platform }: Market, id: string): Promise<Buffer | null> {
  const { db, secrets, config } = platform
  const { upload, key } = await db.transaction(system, async (tx) => ({
    upload: await findUpload(tx, id),
    key: await openOriginalKey(tx, secrets, id),
  }))
  if (!upload || !key) return null
  const parts: Buffer[] = []
  for await (const part of openBlobs(config).read({ id, key }, Number(upload.received)))
    parts.push(part)
  return Buffer.concat(parts)
}

/** Uploads a file and has it read. */
export async function inspect(
  market: Market,
  vendor: Person,
  contractId: string,
  content: string | Buffer<ArrayBuffer> = customersCsv(),
  fileName?: string,
) {
  const uploadId = await upload(market, vendor, contractId, content, fileName)
  await vendor.api.deliveries.inspect({ contractId })
  await runJobs(market)
  return { uploadId, delivery: (await vendor.api.deliveries.latest({ contractId }))! }
}

/** The same, and submits what was found. */
export async function submit(
  market: Market,
  vendor: Person,
  contractId: string,
  content = customersCsv(),
) {
  const { uploadId } = await inspect(market, vendor, contractId, content)
  return { uploadId, delivery: await vendor.api.deliveries.submit({ contractId }) }
}

/** What a run needs; `signal` tells of the server's stop. */
export function work({ platform }: Market, signal = new AbortController().signal) {
  return { platform, blobs: openBlobs(platform.config), signal }
}

/** The contract is with the vendor again. */
export async function expectAwaitingDelivery(vendor: Person, contractId: string): Promise<void> {
  expect(await vendor.api.contracts.get({ contractId })).toMatchObject({
    status: 'in_progress',
    stage: 'data_submission',
  })
}

export type Delivered = Deal & { client: Person; vendor: Person; uploadId: string }

/** A contract whose synthetic dataset waits for the client's review. */
export async function deliveredDeal(market: Market): Promise<Delivered> {
  const [client, vendor] = [await market.member('client'), await market.member('vendor')]
  const deal = await fundedDeal(client, vendor)
  const { uploadId } = await submit(market, vendor, deal.contractId)
  await runJobs(market)
  return { ...deal, client, vendor, uploadId }
}
