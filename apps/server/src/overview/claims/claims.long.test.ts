/**
 * Tests the figures behind the landing page's claims.
 *
 * @module-tag long
 */
import { randomBytes } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { deliver, fundedDeal } from '../../../testing/fixtures/deal-fixtures.ts'
import { openTestMarket, type Person } from '../../../testing/fixtures/market-fixtures.ts'
import { system } from '../../platform/database/db.ts'
import { countDeliveries } from './queries.ts'

const secret = randomBytes(32)
const market = await openTestMarket({}, { secret })
afterAll(() => market.close())

const report = (relative: number, privacy: object) =>
  JSON.stringify({ fidelity: { relative }, privacy })
const formal = { mode: 'private', epsilon: 3 }

/** A delivery of the reports, accepted. */
async function sell(client: Person, vendor: Person, ...reports: string[]) {
  const { dprId, contractId } = await fundedDeal(client, vendor)
  await deliver(market, contractId)
  const [first, ...others] = reports
  await market.platform.db.pool.query(
    `insert into deliveries (contract_id, client, vendor, file_name, file_bytes, status, finished_at, report, other_reports)
     select id, client, vendor, 'original.csv', 1, 'ready', now(), $2::jsonb, $3::jsonb from contracts where id = $1`,
    [contractId, first, `[${others.join()}]`],
  )
  await client.api.deliveries.release({ dprId })
}

const count = () => market.platform.db.transaction(system, countDeliveries)

describe('the figures', () => {
  it('are none while fewer than five vendors and five clients are behind them', async () => {
    const clients = await Promise.all(Array.from({ length: 5 }, () => market.member('client')))
    const vendors = await Promise.all(Array.from({ length: 4 }, () => market.member('vendor')))
    for (const [index, client] of clients.entries())
      await sell(client, vendors[index % 4]!, report(0.9 + index * 0.02, formal))
    expect((await market.visitor.claims.figures()).figures).toBeNull()
    expect(await count()).toMatchObject({ deliveriesCount: 5, vendorsCount: 4, clientsCount: 5 })

    const last = await market.member('vendor')
    // One table without a guarantee leaves the delivery without one.
    const unproven = report(0.5, { mode: 'protected', epsilon: null })
    await sell(clients[0]!, last, report(0.9904, formal), unproven)
    const later = await openTestMarket({}, { db: market.platform.db, secret })
    const { figures } = await later.visitor.claims.figures()
    await later.app.close()
    expect(figures).toEqual({
      deliveriesCount: 6,
      vendorsCount: 5,
      clientsCount: 5,
      countriesCount: 1,
      paidCents: 111_000_00n,
      medianAccuracyPercent: 92,
      tenthAccuracyPercent: 50,
      formalPercent: 83,
      medianEpsilon: 3,
    })
  })

  it('leave samples out, and deliveries that were replaced', async () => {
    const before = await count()
    await market.platform.db.pool.query(
      `update organizations set is_sample = true where id = (select vendor from deliveries order by id desc limit 1)`,
    )
    await market.platform.db.pool.query(
      `update deliveries set superseded_at = now() where id = (select id from deliveries order by id limit 1)`,
    )
    expect((await count()).deliveriesCount).toBe(before.deliveriesCount - 2)
  })

  it('are counted once an hour: a second visitor costs the database nothing', async () => {
    const [one, other] = [
      await market.visitor.claims.figures(),
      await market.visitor.claims.figures(),
    ]
    expect(one.computedAt).toEqual(other.computedAt)
  })
})
