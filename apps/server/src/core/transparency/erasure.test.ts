import { beforeEach, expect, it } from 'vitest'
import { issueFor } from '../../../testing/fixtures/certificate-fixtures.ts'
import { type Deal, fundedDeal } from '../../../testing/fixtures/deal-fixtures.ts'
import type { Market, Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'
import { eraseOrganizations } from '../../platform/transparency/erase.ts'

const { market } = await useMarket({})
let client: Person
let vendor: Person
let staff: Awaited<ReturnType<Market['staff']>>
let deal: Deal
beforeEach(async () => {
  staff = await market.staff()
  client = await market.member('client')
  vendor = await market.member('vendor')
  deal = await fundedDeal(client, vendor)
  await issueFor(market, deal.contractId)
  await integrate()
})

const integrate = () => market.app.jobs['transparency.integrate']!({}, {} as never)

/** Returns what can still be opened of the deal, as "type audience", and every column that could hold more. */
async function readOpenings() {
  const { rows } = await market.platform.db.pool.query(
    `select o.type || ' ' || o.audience as leaf, o.salt, o.payload, o.names, o.erased_at from transparency.openings o
     where split_part(o.deal, '/', 1) = any ($1) order by o.id`,
    [[deal.dprId, deal.offerId, deal.contractId]],
  )
  for (const { salt, payload, names, erased_at } of rows)
    expect(erased_at === null || [salt, payload, names].every((value) => value === null)).toBe(true)
  return rows.filter(({ erased_at }) => erased_at === null).map(({ leaf }) => leaf)
}

async function expectIntactLog(leavesCount: bigint, erasedCount: number) {
  const { logs } = await market.visitor.transparency.status()
  const check = await staff.api.transparency.check()
  expect(check).toMatchObject({ violations: [], stagedCount: 0 })
  expect(check.leavesCount).toBe(logs[0]!.checkpoint!.size)
  expect(check.leavesCount >= leavesCount).toBe(true)
  expect(check.erasedCount).toBeGreaterThanOrEqual(erasedCount)
}

const erase = (...organizations: string[]) =>
  market.platform.db.transaction(system, async (tx) => eraseOrganizations(tx, organizations))

it('a person who deletes the account is in no opening, and the log is intact', async () => {
  const person = await market.stranger()
  await person.api.settings.exportData()
  await integrate()
  const before = await staff.api.transparency.check()
  await person.api.settings.deleteAccount({ email: person.email })
  await integrate()
  const { rows } = await market.platform.db.pool.query(
    `select 1 from transparency.openings where strpos(payload, $1) > 0 or names @> array[$1::uuid]`,
    [person.userId],
  )
  expect(rows).toEqual([])
  await expectIntactLog(before.leavesCount + 1n, 2)
})

it('an erased organization leaves its partner the proof of their deal', async () => {
  const before = await staff.api.transparency.check()
  const all = await readOpenings()
  expect(all).toContain('fee.moved client')
  await erase(client.organization.id)
  expect(await readOpenings()).toEqual(
    all.filter(
      (leaf) =>
        !['agreement.drawn client', 'fee.moved client', 'request.posted both'].includes(leaf),
    ),
  )
  await expectIntactLog(before.leavesCount, before.erasedCount + 2)
})

it('when both parties of a deal are erased, none of its leaves opens', async () => {
  const before = await staff.api.transparency.check()
  await erase(client.organization.id)
  await erase(vendor.organization.id)
  expect(await readOpenings()).toEqual([])
  await expectIntactLog(before.leavesCount, before.erasedCount + 10)
})

it('a leaf of the transaction that erases is erased with it', { tags: 'long' }, async () => {
  await fundedDeal(client, vendor)
  await erase(client.organization.id, vendor.organization.id)
  const { rows } = await market.platform.db.pool.query(
    `select 1 from transparency.openings o join transparency.deals d on d.id = o.deal
     where d.client = $1 and o.erased_at is null`,
    [client.organization.id],
  )
  expect(rows).toEqual([])
})

it('nothing erased comes back: neither by an update nor by writing over it', async () => {
  await erase(client.organization.id, vendor.organization.id)
  await expect(
    market.platform.db.pool.query(
      `update transparency.openings set salt = sha256('x'), payload = '{}', erased_at = null
       where erased_at is not null`,
    ),
  ).rejects.toMatchObject({ code: '42501' })
})
