import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { isLong } from '../../../testing/test-length.ts'
import { system, type Tx } from '../../platform/database/db.ts'
import { costOf, guaranteeOf, limitOf } from './budget.ts'
import { nameOfDeal } from './measurement.ts'
import type { SourceRow, Subject } from './queries.ts'
import {
  createSource,
  getAccountOfCopies,
  getSourceAccount,
  recordMeasuring,
  reserveBudget,
  reserveMeasurement,
  settleBudget,
} from './service.ts'

let db: TestDatabase
let vendor: string
let rival: string
beforeAll(async () => {
  db = await openTestDatabase()
  const { rows } = await db.pool.query(
    `insert into organizations (organization_id, slug, name, email, city, country, industry, is_client, is_vendor)
     select 'ORG-1000' || n || '-PANEL', 'panel-' || n, 'Panel ' || n, n || '@panel.test', 'Oslo', 'other', 'retail', false, true
     from generate_series(1, 2) n returning id`,
  )
  ;[vendor, rival] = rows.map(({ id }) => id) as [string, string]
})
afterAll(() => db.close())

const asSystem = <T>(work: (tx: Tx) => Promise<T>) => db.transaction(system, work)
const newSource = () => asSystem((tx) => createSource(tx, { vendor, name: randomUUID() }))
const delivery = () => ({ purpose: 'delivery' as const, subject: randomUUID() })
const reserve = (sourceId: string, subject: ReturnType<typeof delivery>, epsilon: number) =>
  asSystem((tx) => reserveBudget(tx, { sourceId, vendor, epsilon, deal: sourceId, ...subject }))
const measure = (subject: Subject, source: Pick<SourceRow, 'id'> = { id: 'CTR-0' }) => {
  const about = {
    vendor,
    deals: [source.id] as [string],
    title: 'Panel',
    epsilon: 1,
    sha256s: [],
    tables: [],
  }
  return asSystem((tx) => recordMeasuring(tx, { ...about, ...subject }))
}
const epsilonOf = (billionths: bigint, delta = 1e-6) => guaranteeOf({ billionths, delta }).epsilon
const settle = (subject: Subject, ledger?: { rho: number; delta: number }) =>
  asSystem((tx) => settleBudget(tx, subject, ledger))

async function taken({ id }: Pick<SourceRow, 'id'>) {
  const row = await asSystem((tx) =>
    tx.selectFrom('sources').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
  return { reserved: row.rho_reserved_billionths, spent: row.rho_spent_billionths }
}

/** Returns what the spendings of a source add up to, which its totals must equal. */
async function added({ id }: Pick<SourceRow, 'id'>) {
  const rows = await asSystem((tx) =>
    tx.selectFrom('source_spendings').selectAll().where('source_id', '=', id).execute(),
  )
  const sum = (state: string) =>
    rows.filter((row) => row.state === state).reduce((total, row) => total + row.rho_billionths, 0n)
  return { reserved: sum('reserved'), spent: sum('spent') }
}

it('three runs at epsilon 3 fit the default limit, a fourth is told what does', async () => {
  const source = await newSource()
  for (let run = 0; run < 3; run++) await reserve(source.id, delivery(), 3)
  await expect(reserve(source.id, delivery(), 3)).rejects.toMatchObject({
    code: 'privacy_budget_exhausted',
    message: expect.stringMatching(/limit of ε 6, of which .* still fits is 1\.\d\d\./),
  })
  await reserve(source.id, delivery(), 1)
  expect(await added(source)).toEqual(await taken(source))
})

it('epsilon 3 and then epsilon 1 tell more together than either, and less than their sum', () => {
  const both = epsilonOf(costOf(3) + costOf(1), 2e-6)
  expect(both).toBeGreaterThan(3)
  expect(both).toBeLessThan(4)
})

it('a cost is never rounded below what is spent, a limit never above what is allowed', () => {
  for (const epsilon of [0.5, 1, 3, 6]) {
    expect(epsilonOf(costOf(epsilon))).toBeGreaterThanOrEqual(epsilon - 1e-12)
    expect(epsilonOf(limitOf(epsilon))).toBeLessThanOrEqual(epsilon + 1e-12)
  }
})

it('a run that ends before it measures releases its budget, afterwards it has spent it', async () => {
  const source = await newSource()
  const [refused, failed, done] = [delivery(), delivery(), delivery()]
  await reserve(source.id, refused, 1)
  await settle(refused)
  expect(await taken(source)).toEqual({ reserved: 0n, spent: 0n })

  await reserve(source.id, failed, 1)
  await measure(failed)
  await measure(failed) // its process died, and another measures on the same reservation
  expect(await taken(source)).toEqual({ reserved: costOf(1), spent: 0n })
  await settle(failed)
  expect(await taken(source)).toEqual({ reserved: 0n, spent: costOf(1) })

  await reserve(source.id, done, 1)
  await measure(done)
  expect(await settle(done, { rho: 0.01, delta: 1e-7 })).toBe(true)
  expect(await settle(done)).toBe(false)
  expect(await taken(source)).toEqual({ reserved: 0n, spent: costOf(1) + 10_000_000n })
  expect(await added(source)).toEqual(await taken(source))
})

it('a run that an earlier release queued is accounted for before it measures', async () => {
  const source = await newSource()
  await reserve(source.id, delivery(), 1)
  const old = delivery()
  await measure(old, source)
  await settle(old)
  expect(await taken(source)).toEqual({ reserved: costOf(1), spent: costOf(1) })
})

it('an epsilon that has grown since the reservation is covered before anything is measured, or refused', async () => {
  const source = await newSource()
  const [grown, greedy] = [delivery(), delivery()]
  await reserve(source.id, grown, 1)
  const at = (subject: ReturnType<typeof delivery>, epsilon: number) =>
    asSystem((tx) =>
      recordMeasuring(tx, {
        ...{ vendor, deals: [source.id], title: 'Panel', epsilon, sha256s: [], tables: [] },
        ...subject,
      }),
    )
  await at(grown, 3)
  expect(await taken(source)).toEqual({ reserved: costOf(3), spent: 0n })
  await reserve(source.id, greedy, 1)
  await expect(at(greedy, 6)).rejects.toMatchObject({ code: 'privacy_budget_exhausted' })
  await settle(greedy)
  expect(await taken(source)).toEqual({ reserved: costOf(3), spent: 0n })
  expect(await added(source)).toEqual(await taken(source))
})

it('nothing is stated beyond what was reserved', async () => {
  const source = await newSource()
  const greedy = delivery()
  await reserve(source.id, greedy, 1)
  await measure(greedy)
  await expect(settle(greedy, { rho: 0.5, delta: 1e-6 })).rejects.toThrow('more than it reserved')
  await expect(reserve(source.id, greedy, 1)).rejects.toThrow() // one open reservation each
  expect(await taken(source)).toEqual({ reserved: costOf(1), spent: 0n })
})

it('a measurement states what was spent before it, with it, and the limit of that moment', async () => {
  const source = await newSource()
  const [first, second] = [delivery(), delivery()]
  await reserve(source.id, first, 3)
  await measure(first)
  await settle(first, { rho: 0.18, delta: 1e-6 })
  await reserve(source.id, second, 1)
  await measure(second)
  await settle(second, { rho: 0.02, delta: 5e-7 })
  const account = await asSystem((tx) => getSourceAccount(tx, second))
  expect(account).toMatchObject({ sourceId: source.id, limitEpsilon: 6 })
  expect(account!.before).toEqual({ epsilon: epsilonOf(180_000_000n), delta: 1e-6 })
  expect(account!.with).toEqual({ epsilon: epsilonOf(200_000_000n, 1.5e-6), delta: 1.5e-6 })
})

it('the same file, sent as two new sources at once, is one of them alone', async () => {
  const sha256s = ['a'.repeat(64)]
  const send = (name: string) => {
    const about = {
      vendor,
      deals: [name] as [string],
      title: 'Panel',
      epsilon: 1,
      sha256s,
      tables: [],
    }
    return asSystem((tx) => reserveMeasurement(tx, { ...about, ...delivery() }, { name }))
  }
  const sent = await Promise.allSettled([send(randomUUID()), send(randomUUID())])
  const refused = sent.filter((one) => one.status === 'rejected')
  expect(refused.map(({ reason }) => reason.code)).toEqual(['source_overlaps'])
})

it('a source without a name goes by its deal, that of a twin for a listing by the title alone', () => {
  const about = { title: 'Panel', deals: ['CTR-1'] as [string], ...delivery() }
  expect(nameOfDeal(about)).toBe('Panel (CTR-1)')
  expect(nameOfDeal({ ...about, deals: [about.subject] })).toBe('Panel')
})

it('another vendor can neither reserve from a source nor learn of it', async () => {
  const source = await newSource()
  await expect(
    asSystem((tx) =>
      reserveBudget(tx, {
        sourceId: source.id,
        vendor: rival,
        epsilon: 1,
        deal: 'CTR-1',
        ...delivery(),
      }),
    ),
  ).rejects.toMatchObject({ code: 'not_found' })
})

it('random commands, many at once, never exceed the limit and leave the totals exact', {
  tags: 'scaled',
}, async () => {
  const source = await newSource()
  const subjects = Array.from({ length: 250 }, delivery)
  const limit = limitOf(6)
  let refused = 0
  const command = async () => {
    const subject = subjects[Math.floor(Math.random() * subjects.length)]!
    const kind = Math.random()
    try {
      if (kind < 0.6) await reserve(source.id, subject, [0.5, 1, 3][Math.floor(kind * 5)]!)
      else if (kind < 0.65) await measure(subject, source)
      else await settle(subject)
    } catch (error) {
      const { code, constraint } = error as { code?: string; constraint?: string }
      if (code === 'privacy_budget_exhausted') refused += 1
      else if (constraint !== 'source_spendings__one_open') throw error
    }
  }
  for (let batch = 0; batch < (isLong ? 50 : 15); batch++) {
    await Promise.all(Array.from({ length: 20 }, command))
    const { reserved, spent } = await taken(source)
    expect(reserved + spent).toBeLessThanOrEqual(limit)
  }
  expect(refused).toBeGreaterThan(0)
  expect(await added(source)).toEqual(await taken(source))
})

it('twins for listings, each of which is a deal of its own, count the runs of one another, and no others', async () => {
  const { id: sourceId } = await newSource()
  const run = async (deal?: string) => {
    const subject = delivery()
    const of = { sourceId, vendor, epsilon: 1, deal: deal ?? subject.subject, ...subject }
    await asSystem((tx) => reserveBudget(tx, of))
    await measure(subject)
    await settle(subject, { rho: 0.01, delta: 1e-7 })
    const account = await asSystem((tx) => getSourceAccount(tx, subject))
    return { ...subject, runs: account?.runs }
  }
  const first = await run()
  expect(first.runs).toBe(1)
  expect((await run('CTR-1')).runs).toBe(1)
  expect((await run()).runs).toBe(2)
  expect((await run('CTR-1')).runs).toBe(2)
  expect((await run()).runs).toBe(3)
  expect((await asSystem((tx) => getSourceAccount(tx, first)))?.runs).toBe(1)
})

it('copies of a twin state all runs that their vendor could choose from, for whatever deal and however late', async () => {
  const { id: sourceId } = await newSource()
  const run = async (deal: string, purpose: 'delivery' | 'preview' = 'delivery') => {
    const of = { purpose, subject: randomUUID() }
    await asSystem((tx) =>
      reserveBudget(tx, { sourceId, vendor, epsilon: 1, deal: deal || of.subject, ...of }),
    )
    await measure(of)
    await settle(of, { rho: 0.01, delta: 1e-7 })
    return of
  }
  const ofCopies = (of: Awaited<ReturnType<typeof run>>) =>
    asSystem((tx) => getAccountOfCopies(tx, of))
  const chosen = await run('CTR-1')
  const alone = await ofCopies(chosen)
  expect(alone).toMatchObject({ choice: { runs: 1, with: alone?.with } })
  await run('CTR-1') // missed its terms, or was better
  await run('CTR-2')
  await run('') // a twin for a listing
  await run('OFR-1', 'preview')
  await reserve(sourceId, delivery(), 1) // no figure of it is known yet
  const account = await ofCopies(chosen)
  const spent = epsilonOf((await taken({ id: sourceId })).spent, 5e-7)
  expect(account).toMatchObject({ ...alone, choice: { runs: 4, with: {} } })
  expect(account?.choice?.with.epsilon).toBeCloseTo(spent, 9)
  expect(account?.choice?.with.delta).toBeCloseTo(5e-7, 12)
  expect(account).not.toHaveProperty('runs')
  expect(await ofCopies(delivery())).toBeNull()
})
