/**
 * Measures the cost of moving data: MB/s of a sealed upload and of a download next to the disk's
 * own rate in the same run, the server's memory during both, and the seconds from the end of an
 * upload to the report. Prints one JSON object. `node bench/delivery.ts --gigabytes 5 --rows
 * 1000000 --columns 20`; those are the defaults.
 */
import { createReadStream, readFileSync } from 'node:fs'
import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { agree, fund, type Member, newMember } from '../e2e/support/deal-fixtures.ts'
import { startServer } from '../e2e/support/server.ts'
import { makeTable } from './large-table.ts'

const { values: flags } = parseArgs({
  options: {
    gigabytes: { type: 'string', default: '5' },
    rows: { type: 'string', default: '1000000' },
    columns: { type: 'string', default: '20' },
  },
})
const bytes = Math.round(Number(flags.gigabytes) * 1e9)
const size = { rows: Number(flags.rows), columns: Number(flags.columns) }

const BLOCK = Buffer.alloc(1024 ** 2, 'semblance,')

const dir = await mkdtemp(join(tmpdir(), 'bench-delivery-'))
const server = await startServer()
try {
  const disk = await measureDisk(join(dir, 'plain'))
  const [client, vendor] = [
    await newMember(server.url, 'client'),
    await newMember(server.url, 'vendor'),
  ]
  const { contractId, dprId } = await signedContract(client, vendor)

  const before = memoryMb('VmRSS')
  const upload = await timed(() => send(vendor, contractId, 'large.csv', bytes, blocks(bytes)))
  const peakMb = memoryMb('VmHWM')
  await fetch(upload.result, { method: 'DELETE', headers: tus(vendor) })

  const table = join(dir, 'table.csv')
  await makeTable(table, size)
  const tableBytes = (await stat(table)).size
  await send(vendor, contractId, 'table.csv', tableBytes, createReadStream(table))
  const review = await timed(async () => {
    await vendor.api.deliveries.inspect({ contractId })
    await until(vendor, contractId, 'review')
  })
  const report = await timed(async () => {
    await vendor.api.deliveries.submit({ contractId })
    await until(vendor, contractId, 'ready')
  })

  const { files } = await client.api.deliveries.dataset({ dprId })
  const twin = files.find(({ name }) => name.endsWith('_synthetic.csv'))!
  const { url } = await client.api.deliveries.fileLink({ fileId: twin.id })
  const download = await timed(async () => {
    for await (const _ of (await fetch(url)).body!);
  })

  console.log(
    JSON.stringify(
      {
        benchmark: 'delivery',
        cores: availableParallelism(),
        disk,
        upload: { bytes, mbPerSecond: rate(bytes, upload.seconds) },
        server: { beforeMb: before, peakMb },
        table: { ...size, bytes: tableBytes },
        secondsToReview: review.seconds,
        secondsToReport: report.seconds,
        download: { bytes: twin.bytes, mbPerSecond: rate(twin.bytes, download.seconds) },
      },
      null,
      2,
    ),
  )
} finally {
  await server.stop()
  await rm(dir, { recursive: true, force: true })
}

async function signedContract(client: Member, vendor: Member) {
  const deal = await agree(client, vendor, 'A table of the benchmark')
  await fund(client, deal.offerId)
  return deal
}

/**
 * Measures the disk: writes as many bytes as are uploaded, with one sync at the end, and reads
 * them.
 */
async function measureDisk(path: string) {
  const file = await open(path, 'w')
  const write = await timed(async () => {
    for await (const block of blocks(bytes)) await file.write(block)
    await file.sync()
  })
  await file.close()
  const read = await timed(async () => {
    for await (const _ of createReadStream(path));
  })
  await rm(path)
  return {
    writeMbPerSecond: rate(bytes, write.seconds),
    readMbPerSecond: rate(bytes, read.seconds),
  }
}

function* blocks(total: number): Generator<Buffer> {
  for (let left = total; left > 0; left -= BLOCK.length)
    yield left < BLOCK.length ? BLOCK.subarray(0, left) : BLOCK
}

function tus({ token }: Member) {
  return { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' }
}

/** Uploads the content by tus. Resolves to the URL of the upload. */
async function send(
  vendor: Member,
  contractId: string,
  name: string,
  length: number,
  content: Iterable<Buffer> | Readable,
): Promise<string> {
  const text = (value: string) => Buffer.from(value).toString('base64')
  const created = await fetch(`${server.url}/api/uploads`, {
    method: 'POST',
    headers: {
      ...tus(vendor),
      'upload-length': String(length),
      'upload-metadata': `contractId ${text(contractId)},filename ${text(name)}`,
    },
  })
  if (created.status !== 201) throw new Error(`The upload was answered with ${created.status}.`)
  const location = new URL(created.headers.get('location')!, server.url).href
  const sent = await fetch(location, {
    method: 'PATCH',
    headers: {
      ...tus(vendor),
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body: Readable.toWeb(Readable.from(content)) as ReadableStream,
    duplex: 'half',
  } as RequestInit)
  if (sent.status !== 204) throw new Error(`The bytes were answered with ${sent.status}.`)
  return location
}

async function until(vendor: Member, contractId: string, status: string): Promise<void> {
  const ends = ['draft', 'refused', 'failed', 'cancelled']
  for (;;) {
    const delivery = await vendor.api.deliveries.latest({ contractId })
    if (delivery?.status === status) return
    if (!delivery || ends.includes(delivery.status))
      throw new Error(`The delivery is ${delivery?.status}: ${delivery?.reason}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const startedAt = performance.now()
  const result = await work()
  return { result, seconds: Math.round(performance.now() - startedAt) / 1000 }
}

function rate(of: number, seconds: number): number {
  return Math.round(of / 1e6 / seconds)
}

function memoryMb(field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
  return Math.round(Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1000)
}
