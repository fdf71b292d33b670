import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { expectRefusal, postDpr, sendOffer } from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'
import { closeQuarters } from './close-quarters.ts'

const { market, client, vendor } = await useMarket({ client: 'client', vendor: 'vendor' })
const now = new Date('2026-11-28T00:00:00Z')
const run = (statement: ReturnType<typeof sql>) =>
  market.platform.db.transaction(system, (tx) => statement.execute(tx))

const clients: Person[] = [client]
for (let n = 0; n < 6; n++) clients.push(await market.member('client'))

/** Posts a request as if in the third quarter. */
async function post(by: Person) {
  const id = await postDpr(by)
  await run(sql`update dprs set created_at = '2026-08-15' where id = ${id}`)
  return id
}

const august = async () =>
  (await vendor.api.insights.demand()).quarters.find(({ startsOn }) => startsOn === '2026-07-01')

describe('the figures of a quarter', () => {
  it('are computed once it is over, and no later fact changes them', async () => {
    for (const one of clients.slice(0, 6)) await post(one)
    await closeQuarters(market.platform, new Date('2026-09-30T23:59:59Z'))
    expect(await august()).toBeUndefined()
    await closeQuarters(market.platform, now)
    const told = await august()
    expect(told).toMatchObject({ requests: 5, byCategory: null, byPrivacy: null })
    await post(clients[6] as Person)
    await closeQuarters(market.platform, now)
    expect(await august()).toEqual(told)
  })

  it('count related companies as one', async () => {
    await run(sql`delete from app.market_figures`)
    const [first, second] = clients as [Person, Person]
    const alike = sql`registration_number = 'HRB 1', country = 'DE'`
    for (const { organization } of [first, second])
      await run(sql`update organizations set ${alike} where id = ${organization.id}`)
    await run(sql`delete from data_contracts`)
    await run(
      sql`update dprs set created_at = '2026-11-01' where client = ${(clients[6] as Person).organization.id}`,
    )
    await closeQuarters(market.platform, now)
    expect(await august()).toMatchObject({ requests: null, budget: null, columns: [] })
  })

  it('stand beside the own offers, which no other vendor is told of', async () => {
    const other = await market.member('vendor')
    const dprId = await postDpr(client)
    const offerId = await sendOffer(vendor, dprId, 1_850_000n)
    await client.api.offers.accept({ offerId, revision: 1 })
    await run(sql`update offers set decided_at = '2026-10-20' where id = ${offerId}`)
    expect((await vendor.api.insights.offers()).own).toEqual([
      {
        startsOn: '2026-10-01',
        category: 'retail',
        decided: 1,
        won: 1,
        meanPriceCents: 1_850_000n,
      },
    ])
    expect((await other.api.insights.offers()).own).toEqual([])
  })

  it('are for vendors; a visitor reads those of samples', async () => {
    await expectRefusal(client.api.insights.demand(), 'not_permitted')
    await expectRefusal(client.api.insights.offers(), 'not_permitted')
  })
})
