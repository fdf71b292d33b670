/** Go's implementation of transparency logs, golang.org/x/mod/sumdb, judges the log over HTTP. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import {
  consistencyProof,
  dossier,
  dossierFiles,
  fromBase64,
  parseCheckpoint,
  proofFile,
  readFrom,
  tilesOf,
  toBase64,
} from '@semblance/contract'
import { readArchive } from '@semblance/contract/verify-dossier'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { system } from '../apps/server/src/platform/database/db.ts'
import { serverLimits, startHttpServer } from '../apps/server/src/platform/http/server.ts'
import { record } from '../apps/server/src/platform/transparency/record.ts'
import { readTiles } from '../apps/server/src/platform/transparency/tree-queries.ts'
import { issueFor } from '../apps/server/testing/fixtures/certificate-fixtures.ts'
import { fundedDeal } from '../apps/server/testing/fixtures/deal-fixtures.ts'
import {
  type Market,
  openTestMarket,
  type Person,
} from '../apps/server/testing/fixtures/market-fixtures.ts'
import { provideGo } from './go.ts'

const LEAVES = 3000

const dir = mkdtempSync(join(tmpdir(), 'semblance-judge-'))
const judge = join(dir, 'judge')
const closers: (() => unknown)[] = [() => rmSync(dir, { recursive: true })]
let market: Market
let client: Person
let contractId: string
let base: string
let verifierKey: string

beforeAll(async () => {
  const built = spawnSync(provideGo(), ['build', '-o', judge, '.'], {
    cwd: join(import.meta.dirname, 'judge'),
    encoding: 'utf8',
  })
  expect(built.stderr + String(built.status)).toMatch(/0$/)
  market = await openTestMarket()
  closers.push(market.close)
  const { server, port } = await startHttpServer(
    { fetch: market.app.fetch, port: 0 },
    { ...serverLimits, ...market.platform.config.connections },
  )
  closers.push(() => server.close())
  base = `http://127.0.0.1:${port}/log`
  client = await market.member('client')
  contractId = (await fundedDeal(client, await market.member('vendor'))).contractId
  await issueFor(market, contractId)
  await integrate()
  for (let written = 0; written < LEAVES; ) {
    const count = Math.min(LEAVES - written, 1 + ((written * 7) % 199))
    await market.platform.db.transaction(system, async (tx) => {
      for (let n = 0; n < count; n++)
        record(tx, { type: 'audit.row', audience: 'staff', deal: null, body: { n } })
    })
    written += count
    await integrate()
  }
  verifierKey = (await market.visitor.transparency.status()).logs[0]!.verifierKey
})
afterAll(async () => {
  for (const close of closers.reverse()) await close()
})

const integrate = () => market.app.jobs['transparency.integrate']!({}, {} as never)

/** Has the log prove leaves at the edges of tiles and within them, and the consistency of its heads. */
async function makeClaims() {
  const checkpoint = await (await fetch(`${base}/checkpoint`)).text()
  const { size } = parseCheckpoint(checkpoint.slice(0, checkpoint.lastIndexOf('\n\n') + 1))!
  const indexes = [0, 1, 255, 256, 257, 511, 512, 1023, 2047, size - 2, size - 1]
  const proofs = await Promise.all(
    indexes.map(
      async (index) => (await market.visitor.transparency.proof({ log: 1, index })).proof,
    ),
  )
  const consistency = await market.platform.db.transaction(system, async (tx) => {
    const heads = await tx
      .selectFrom('transparency.checkpoints')
      .select(['size', 'root'])
      .orderBy('size')
      .execute()
    return await Promise.all(
      heads.map(async (older, at) => {
        const newer = heads[at + Math.floor((heads.length - at) / 2)]!
        const [oldSize, size] = [Number(older.size), Number(newer.size)]
        const tiles = await readTiles(tx, 1, tilesOf([oldSize - 1, oldSize], size))
        const hashes = consistencyProof(readFrom(tiles), oldSize, size).map(toBase64)
        return {
          ...{ oldSize, size, hashes },
          oldRoot: toBase64(older.root),
          root: toBase64(newer.root),
        }
      }),
    )
  })
  return { size, proofs, consistency }
}

async function ask(claims: { proofs: string[]; consistency: object[] }, key = verifierKey) {
  const run = spawn(judge, [base, key])
  run.stdin.on('error', () => {}) // it may end before it has read all
  run.stdin.end(JSON.stringify(claims))
  const [out, errors] = await Promise.all([text(run.stdout), text(run.stderr)])
  return { out, errors }
}

it('accepts the signed head, every entry by its tiles, and all proofs that the log makes', async () => {
  const { size, ...claims } = await makeClaims()
  const { out, errors } = await ask(claims)
  expect(errors).toBe('')
  const found = JSON.parse(out)
  console.warn({ ...found, proofBytes: claims.proofs.map(({ length }) => length) })
  expect(size).toBeGreaterThan(LEAVES)
  expect(found).toMatchObject({ size, entries: size, proofs: 11 })
  expect(found.consistency).toBeGreaterThan(20)
})

it('accepts the path of every leaf in a dossier, and its earlier heads', async () => {
  const response = await market.fetch(`/api/contracts/${contractId}/dossier.zip`, {
    headers: { authorization: `Bearer ${client.token}` },
  })
  const read = readArchive(new Uint8Array(await response.arrayBuffer()))
  if (!('files' in read)) throw new Error(read.fault)
  const text = Buffer.from(read.files.get(dossierFiles.manifest) ?? '').toString()
  const { logs, chains } = dossier.parse(JSON.parse(text))
  const { checkpoint, history } = logs[0]!
  const headOf = (note: string) => parseCheckpoint(`${note.split('\n\n')[0]}\n`)!
  const newest = headOf(checkpoint!)
  const proofs = chains.flatMap(({ leaves }) =>
    leaves.map(({ commitment, place }) =>
      proofFile({
        entry: Buffer.from(commitment, 'hex'),
        index: place!.index,
        hashes: place!.proof.map((hash) => fromBase64(hash)!),
        checkpoint: checkpoint!,
      }),
    ),
  )
  const consistency = history.map((earlier) => {
    const older = headOf(earlier.checkpoint)
    return {
      ...{ oldSize: older.size, size: newest.size, hashes: earlier.proof },
      ...{ oldRoot: toBase64(older.root), root: toBase64(newest.root) },
    }
  })
  const { out, errors } = await ask({ proofs, consistency })
  expect(errors).toBe('')
  expect(proofs.length).toBeGreaterThan(6)
  expect(history.length).toBeGreaterThan(0)
  expect(JSON.parse(out)).toMatchObject({ proofs: proofs.length, consistency: history.length })
})

it('refuses a proof of another leaf, another head, and another key', async () => {
  const { proofs, consistency } = await makeClaims()
  const [first = '', second = ''] = proofs
  const swapped = first.replace(/extra .*/, /extra .*/.exec(second)![0])
  expect((await ask({ proofs: [swapped], consistency: [] })).errors).toMatch(/./)
  const forked = { ...consistency[0]!, oldRoot: consistency[1]!.oldRoot }
  expect((await ask({ proofs: [], consistency: [forked] })).errors).toMatch(/./)
  const letter = verifierKey.at(-2) === 'A' ? 'B' : 'A'
  const other = `${verifierKey.slice(0, -2)}${letter}${verifierKey.slice(-1)}`
  expect((await ask({ proofs: [], consistency: [] }, other)).errors).toMatch(/./)
})
