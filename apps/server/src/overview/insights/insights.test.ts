import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { expectRefusal, postDpr, sendOffer } from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'
import { closeQuarters } from './close-quarters.ts'
import { countOwn, listDecided, listRequests } from './queries.ts'

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

describe('what a quarter counts', () => {
  const third = { startsOn: '2026-07-01', endsOn: '2026-10-01' }
  const second = { startsOn: '2026-04-01', endsOn: '2026-07-01' }

  it('is no order of a subscription', async () => {
    const dprId = await postDpr(client)
    const offerId = await sendOffer(vendor, dprId)
    await client.api.offers.accept({ offerId, revision: 1 })
    await run(sql`update offers set decided_at = '2026-08-20' where id = ${offerId}`)
    await run(sql`update dprs set created_at = '2026-08-20' where id = ${dprId}`)
    const counted = () =>
      market.platform.db.transaction(system, async (tx) => ({
        requests: (await listRequests(tx, 'real', third)).filter(({ id }) => id === dprId).length,
        offers: (await listDecided(tx, 'real', third)).filter(({ id }) => id === offerId).length,
        own: (await countOwn(tx, vendor.organization.id, '2026-07-01'))
          .filter(({ starts_on }) => starts_on === '2026-07-01')
          .reduce((sum, { decided }) => sum + decided, 0),
      }))
    expect(await counted()).toEqual({ requests: 1, offers: 1, own: 1 })
    await market.platform.db.pool.query(
      'alter table dprs drop constraint dprs_subscription_id_fkey',
    )
    await run(sql`update dprs set subscription_id = 'SUB-1' where id = ${dprId}`)
    expect(await counted()).toEqual({ requests: 0, offers: 0, own: 0 })
  })

  it('begins at midnight of UTC, whatever the time zone of the database', async () => {
    const dprId = await postDpr(client)
    await run(sql`update dprs set created_at = '2026-06-30T23:30:00Z' where id = ${dprId}`)
    for (const zone of ['America/New_York', 'Europe/Berlin'])
      await market.platform.db.transaction(system, async (tx) => {
        await sql`select set_config('timezone', ${zone}, true)`.execute(tx)
        const ids = async (quarter: typeof third) =>
          (await listRequests(tx, 'real', quarter)).map(({ id }) => id)
        expect(await ids(second)).toContain(dprId)
        expect(await ids(third)).not.toContain(dprId)
      })
  })

  it('is, of samples, the set that stands', async () => {
    const other = await market.member('client')
    const dprId = await postDpr(other)
    const offerId = await sendOffer(vendor, dprId)
    await other.api.offers.accept({ offerId, revision: 1 })
    await run(sql`update dprs set created_at = '2026-08-20' where id = ${dprId}`)
    await run(sql`update offers set decided_at = '2026-08-20' where id = ${offerId}`)
    const { id } = other.organization
    const counted = () =>
      market.platform.db.transaction(system, async (tx) => [
        (await listRequests(tx, 'sample', third)).length,
        (await listDecided(tx, 'sample', third)).length,
      ])
    await run(sql`update organizations set is_sample = true where id = ${id}`)
    expect(await counted()).toEqual([1, 1])
    await run(
      sql`update organizations set is_active = false, is_terminated = true where id = ${id}`,
    )
    expect(await counted()).toEqual([0, 0])
  })
})
