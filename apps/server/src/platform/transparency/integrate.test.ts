import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import {
  leafHash,
  nodeHash,
  openNote,
  parseCheckpoint,
  parseVerifierKey,
  toHex,
} from '@semblance/contract'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openTestDatabase } from '../../../testing/database.ts'
import { openTestMarket } from '../../../testing/fixtures/market-fixtures.ts'
import { system, type Tx } from '../database/db.ts'
import { integrate, openNextLog, publishNewest, signNext } from './integrate.ts'
import { keep, keptPath, readKept } from './kept-checkpoint.ts'
import { type Leaf, record } from './record.ts'

type Market = Awaited<ReturnType<typeof openTestMarket>>
const open: Market[] = []
afterEach(async () => {
  for (const market of open.splice(0)) await market.close()
  vi.useRealTimers()
})

const start = async (...args: Parameters<typeof openTestMarket>) => {
  const market = await openTestMarket(...args)
  open.push(market)
  return market
}

const context = ({ platform }: Market) => ({ ...platform, onRolledBack: async () => {} })
const take = (market: Market) => integrate(context(market))
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const leaf = (deal: string | null, n: number): Leaf => ({
  type: 'offer.revised',
  audience: 'both',
  deal,
  body: { n },
})

const write = ({ platform }: Market, work: (tx: Tx) => Promise<void> | void) =>
  platform.db.transaction(system, async (tx) => work(tx))

async function rows({ platform }: Market) {
  const { db } = platform
  return await db.transaction(system, async (tx) => ({
    openings: await tx.selectFrom('transparency.openings').selectAll().orderBy('id').execute(),
    leaves: await tx
      .selectFrom('transparency.leaves')
      .selectAll()
      .orderBy('log')
      .orderBy('index')
      .execute(),
    heads: await tx
      .selectFrom('transparency.checkpoints')
      .selectAll()
      .orderBy('log')
      .orderBy('size')
      .execute(),
    logs: await tx.selectFrom('transparency.logs').selectAll().orderBy('number').execute(),
  }))
}

function naiveRoot(hashes: Uint8Array[]): Uint8Array {
  if (hashes.length === 1) return hashes[0]!
  let split = 1
  while (split * 2 < hashes.length) split *= 2
  return nodeHash(naiveRoot(hashes.slice(0, split)), naiveRoot(hashes.slice(split)))
}

/** Expects one tree: each opening is in it once, each deal in its order, and each head is a naive tree's. */
async function expectOneHistory(market: Market, written: number) {
  const { openings, leaves, heads } = await rows(market)
  expect(leaves).toHaveLength(written)
  expect(leaves.map(({ index }) => Number(index))).toEqual(leaves.map((_, at) => at))
  expect(new Set(leaves.map(({ opening }) => opening)).size).toBe(openings.length)
  const place = new Map(leaves.map(({ opening, index }) => [opening, index]))
  const deals = Map.groupBy(
    openings.filter(({ deal }) => deal !== null),
    ({ deal }) => deal,
  )
  for (const chain of deals.values()) {
    const ordered = [...chain].sort((a, b) => a.seq! - b.seq!)
    expect(ordered.map(({ seq }) => seq)).toEqual(ordered.map((_, at) => at + 1))
    for (const [at, { id, payload }] of ordered.entries()) {
      const before = ordered[at - 1]
      expect(JSON.parse(payload!).prev).toBe(before ? toHex(before.commitment) : null)
      if (before) expect(place.get(id)! > place.get(before.id)!).toBe(true)
    }
  }
  const hashes = leaves.map(({ commitment }) => leafHash(commitment))
  for (const { size, root } of heads)
    expect(toHex(naiveRoot(hashes.slice(0, Number(size))))).toBe(toHex(root))
}

/** The migration has committed the leaf that opens the log. */
const FIRST = 1

describe('many writers and two servers that integrate', () => {
  it('make one history, in which nothing is lost, doubled or out of order', async () => {
    const market = await start()
    const held = await market.platform.db.pool.connect()
    await held.query('begin; select pg_current_xact_id()') // open throughout
    let committed = 0
    let isDone = false
    const writer = async (w: number) => {
      for (let n = 0; n < 15; n++) {
        const fails = Math.random() < 0.2
        const count = 1 + (n % 3)
        const work = write(market, async (tx) => {
          await sleep(Math.random() * 4)
          for (let k = 0; k < count; k++)
            record(tx, leaf(k === 2 ? null : `D${Math.floor(Math.random() * 5)}`, w))
          if (fails) throw new Error('rolled back')
        })
        if (
          await work.then(
            () => true,
            () => false,
          )
        )
          committed += count
        await sleep(Math.random() * 3)
      }
    }
    const server = async () => {
      while (!isDone) {
        await take(market)
        await sleep(5)
      }
    }
    const servers = [server(), server()]
    await Promise.all(Array.from({ length: 8 }, (_, w) => writer(w)))
    isDone = true
    await Promise.all(servers)
    await take(market)
    await held.query('rollback')
    held.release()
    await expectOneHistory(market, committed + FIRST)
    expect((await rows(market)).heads.at(-1)!.published_at).not.toBeNull()
  })

  it('take several batches in one call', { tags: 'long' }, async () => {
    const market = await start()
    await write(market, (tx) => {
      for (let n = 0; n < 9000; n++) record(tx, leaf(n % 2 === 0 ? `D${n % 100}` : null, n))
    })
    expect(await take(market)).toBe('done')
    expect(await take(market)).toBe('idle')
    await expectOneHistory(market, 9000 + FIRST)
    expect((await rows(market)).heads.map(({ size }) => Number(size))).toEqual([4096, 8192, 9001])
  })
})

describe('a process that ends', () => {
  it('before the head is signed leaves the leaves where they wait', async () => {
    const market = await start()
    await write(market, (tx) => record(tx, leaf('D1', 1)))
    const broken = { ...market.platform.secrets, open: () => '', seal: () => '' }
    await expect(integrate({ ...context(market), secrets: broken })).rejects.toThrow()
    expect((await rows(market)).leaves).toEqual([])
    expect(await take(market)).toBe('done')
    await expectOneHistory(market, 1 + FIRST)
  })

  it('after the head is signed has it published by the next, with what came since', async () => {
    const market = await start()
    expect(await signNext(context(market))).toBe('done')
    expect((await market.fetch('/log/checkpoint')).status).toBe(404)
    await write(market, (tx) => record(tx, leaf('D1', 1)))
    expect(await take(market)).toBe('done')
    const { heads } = await rows(market)
    expect(heads.map(({ size, published_at }) => [Number(size), published_at !== null])).toEqual([
      [1, false],
      [2, true],
    ])
    await expectOneHistory(market, 1 + FIRST)
  })

  it('after the head is kept outside has it published by the next', async () => {
    const market = await start()
    await signNext(context(market))
    const { logs, heads } = await rows(market)
    await keep(market.platform.config, logs[0]!, heads[0]!.note)
    expect(await take(market)).toBe('done')
    expect((await rows(market)).heads[0]!.published_at).not.toBeNull()
    await publishNewest(context(market)) // again, to no effect
    expect(await readKept(market.platform.config, logs[0]!)).toBe(heads[0]!.note)
  })
})

describe('a clock that jumps', () => {
  it('changes the times that leaves state, and neither their order nor the tree', async () => {
    const market = await start()
    vi.useFakeTimers({ toFake: ['Date'] })
    for (const [n, at] of ['2026-05-01', '2026-04-01', '2031-01-01', '2026-05-02'].entries()) {
      vi.setSystemTime(new Date(at))
      await write(market, (tx) => record(tx, leaf('D1', n)))
      await take(market)
    }
    await expectOneHistory(market, 4 + FIRST)
    const { openings } = await rows(market)
    expect(openings.slice(FIRST).map(({ payload }) => JSON.parse(payload!).body.n)).toEqual([
      0, 1, 2, 3,
    ])
  })
})

describe('a database that was brought back from a backup', () => {
  /** Opens three databases in turn on one directory: before the backup, after it, and restored from it. */
  async function restored(between: (market: Market) => Promise<void>) {
    const db = await openTestDatabase()
    const secret = randomBytes(32)
    const first = await openTestMarket({}, { db, secret })
    const { dataDir, keyDir } = first.platform.config
    await write(first, (tx) => record(tx, leaf('D1', 1)))
    await take(first)
    const template = `backup_${crypto.randomUUID().replaceAll('-', '')}`
    const opened = async () => {
      const copy = await openTestDatabase({ template })
      const market = await openTestMarket({ dataDir, keyDir }, { db: copy, dataDir, secret })
      return { ...market, close: () => copy.close() }
    }
    await first.app.close()
    await db.keepAs(template)
    const second = await opened()
    await between(second)
    await second.close()
    const third = await opened()
    open.push({
      ...third,
      close: async () => {
        await third.close()
        rmSync(dataDir, { recursive: true })
      },
    })
    return third
  }

  it('signs nothing, until a new log is opened that names the old head', async () => {
    const lost = { note: '' }
    const market = await restored(async (live) => {
      await write(live, (tx) => record(tx, leaf('D1', 2)))
      await take(live)
      lost.note = (await rows(live)).heads.at(-1)!.note
    })
    const alerts: string[] = []
    const alerting = {
      ...market.platform,
      onRolledBack: async (_: Tx, { origin }: { origin: string }) => void alerts.push(origin),
    }
    await write(market, (tx) => record(tx, leaf('D1', 3)))
    for (let n = 0; n < 3; n++) expect(await integrate(alerting)).toBe('rolled_back')
    expect(alerts).toEqual(['semblance.test/log'])
    expect((await rows(market)).heads.map(({ size }) => Number(size))).toEqual([2])
    const { platform } = market
    const next = await platform.db.transaction(system, (tx) => openNextLog(tx, platform))
    expect(next).toMatchObject({ number: 2, origin: 'semblance.test/log/2' })
    expect(await integrate(alerting)).toBe('done')
    const { leaves, openings, logs } = await rows(market)
    expect(leaves.map(({ log, index }) => [log, Number(index)])).toEqual([
      [1, 0],
      [1, 1],
      [2, 0],
      [2, 1],
    ])
    expect(logs.map(({ private_key_sealed }) => private_key_sealed === null)).toEqual([true, false])
    const first = openings.find(({ id }) => id === leaves[2]!.opening)!
    const head = parseCheckpoint(lost.note.slice(0, lost.note.lastIndexOf('\n\n') + 1))!
    expect(JSON.parse(first.payload!)).toMatchObject({
      type: 'log.opened',
      body: {
        reason: 'rolled_back',
        previous: {
          origin: 'semblance.test/log',
          size: 3,
          root: btoa(String.fromCharCode(...head.root)),
        },
      },
    })
    const response = await market.fetch('/log/2/checkpoint')
    const { logs: published } = await market.visitor.transparency.status()
    expect(published.map(({ state }) => state)).toEqual(['open', 'closed'])
    const key = parseVerifierKey(published[0]!.verifierKey)!
    expect(await openNote(await response.text(), [key])).toMatchObject({ state: 'valid' })
    expect((await market.fetch('/log/checkpoint')).status).toBe(200)
  })

  it('signs nothing where another history grew to more leaves than were published', {
    tags: 'long',
  }, async () => {
    const market = await restored(async (live) => {
      await write(live, (tx) => record(tx, leaf('D1', 2)))
      await take(live)
    })
    const place = market.platform.config
    const [log] = (await rows(market)).logs
    const kept = readFileSync(keptPath(place, log!), 'utf8')
    await write(market, (tx) => {
      for (let n = 0; n < 5; n++) record(tx, leaf('D2', n))
    })
    rmSync(keptPath(place, log!)) // as if another directory had been mounted for a while
    await keep(place, log!, (await rows(market)).heads[0]!.note)
    expect(await take(market)).toBe('done')
    await keep(place, log!, kept)
    await write(market, (tx) => record(tx, leaf('D2', 9)))
    expect(await take(market)).toBe('rolled_back')
  })

  it('goes on where nothing had been published since the backup', { tags: 'long' }, async () => {
    const market = await restored(async () => {})
    await write(market, (tx) => record(tx, leaf('D1', 2)))
    expect(await take(market)).toBe('done')
    await expectOneHistory(market, 2 + FIRST)
  })

  it('signs nothing without the file, and stops the log when no other server has it', async () => {
    const market = await start()
    await write(market, (tx) => record(tx, leaf('D1', 1)))
    await take(market)
    const [log] = (await rows(market)).logs
    rmSync(keptPath(market.platform.config, log!))
    await write(market, (tx) => record(tx, leaf('D1', 2)))
    expect(await take(market)).toBe('missing')
    await market.platform.db.pool.query(
      `update transparency.staged set staged_at = now() - interval '11 minutes'`,
    )
    expect(await take(market)).toBe('rolled_back')
  })
})
