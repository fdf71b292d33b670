import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { agree, expectRefusal } from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system, type Tx } from '../../platform/database/db.ts'
import { listContractFacts, listReviewFacts } from './queries.ts'

const { market, client, vendor } = await useMarket({ client: 'client', vendor: 'vendor' })
let buyers: Person[]
beforeAll(async () => {
  buyers = [client, await market.member('client'), await market.member('client')]
})

type Ending = { tenths?: number | null; late?: boolean; agreed?: number }

/** Ends a deal as if it had been paid 20 days ago and delivered 12 or 5 days ago; ten were agreed. */
async function complete(buyer: Person, seller: Person, ending: Ending = {}) {
  const { tenths = 960, late = false, agreed = 94 } = ending
  const { offerId, contractId } = await agree(buyer, seller)
  await run(sql`update offers set min_accuracy_percent = ${agreed} where id = ${offerId}`)
  await run(sql`update contracts set status = 'completed', funded_at = now() - interval '20 days',
    submitted_at = now() - interval '12 days', due_accuracy_tenths = ${tenths},
    delivered_at = now() - make_interval(days => ${late ? 5 : 12}::integer),
    completed_at = clock_timestamp() - interval '1 day' where id = ${contractId}`)
  return contractId
}

const run = (statement: ReturnType<typeof sql>) =>
  market.platform.db.transaction(system, (tx) => statement.execute(tx))
const buyer = (index: number) => buyers[index % 3] as Person
const scoreOf = async (of: Person, reader = client) =>
  await reader.api.scores.get({ vendorId: of.organization.id })
const own = async (of: Person) => (await of.api.scores.deliveries({ limit: 100 })).items

describe('the score of a vendor', () => {
  it('is told from five deliveries on, with what each part counts, to clients and the vendor alike', async () => {
    for (const index of [0, 1, 2, 3]) await complete(buyer(index), vendor)
    expect(await scoreOf(vendor)).toMatchObject({ total: null, deliveries: 0 })
    await complete(buyer(4), vendor, { late: true, tenths: 920 })
    const told = await scoreOf(vendor)
    // Accuracy 35 × (4 + 0.8) / 5, checks 20, on time 16 of 20; the other parts are unknown.
    expect(told).toMatchObject({ total: { value: 93 }, deliveries: 5, clients: 3 })
    expect(told.parts).toMatchObject([
      { id: 'accuracy', points: { value: 34 }, count: 5, figure: 95.2 },
      { id: 'gate', points: { value: 20 }, count: 5, figure: 5 },
      { id: 'punctuality', points: { value: 16 }, count: 5, figure: 4 },
      { id: 'reviews', points: null },
      { id: 'answers', points: null },
    ])
    expect(await vendor.api.scores.get({})).toEqual(told)
    const id = vendor.organization.id
    expect(await client.api.scores.many({ vendorIds: [id, client.organization.id] })).toEqual([
      { vendorId: id, total: told.total, deliveries: 5 },
    ])
  })

  it('shows the vendor what each delivery moved, page by page', async () => {
    const [worst, ...others] = (await own(vendor)).toSorted(
      (a, b) => (a.moves ?? 0) - (b.moves ?? 0),
    )
    expect(worst).toMatchObject({ accuracyPercent: 92, expectedPercent: 94, punctuality: 0 })
    expect(worst?.moves).toBeCloseTo(-7.2, 0)
    for (const one of others) expect(one.moves).toBeGreaterThan(0)
    const first = await vendor.api.scores.deliveries({ limit: 3 })
    const second = await vendor.api.scores.deliveries({ limit: 3, cursor: first.nextCursor ?? '' })
    expect([...first.items, ...second.items]).toEqual(await own(vendor))
    expect(second.nextCursor).toBeNull()
  })

  it('takes off what a dispute gave back, a missed check, and a contract canceled after its day', async () => {
    const seller = await market.member('vendor')
    for (const index of [0, 1, 2, 3]) await complete(buyer(index), seller)
    const disputed = await complete(buyer(4), seller)
    await run(sql`insert into disputes (contract_id, client, vendor, opened_by, title, reason, status, stake_cents,
        fee_stake_cents, released_cents, price_cents, fee_cents, fee_earned_cents, fee_bps, answer_due_at, negotiate_until,
        to_vendor_cents, to_client_cents, fee_kept_cents, fee_returned_cents, ended_at)
      select id, client, vendor, client, title, 'quality', 'settled', price_cents, fee_cents, 0, price_cents,
        fee_cents, 0, fee_bps, now(), now(), price_cents / 2, price_cents / 2, fee_cents, 0, now()
      from contracts where id = ${disputed}`)
    await run(sql`insert into deliveries (contract_id, client, vendor, file_name, file_bytes, status, reason, gate, finished_at)
      select id, client, vendor, 'a.csv', 1, 'refused', 'It misses the agreed accuracy.', '[]', now() from contracts where id = ${disputed}`)
    const { parts } = await scoreOf(seller)
    expect(parts[0]?.points?.value).toBe(32) // 35 × 4.5 / 5, rounded
    expect(parts[1]).toMatchObject({ points: { value: 16 }, figure: 4 })
    const { contractId } = await agree(client, seller)
    await run(sql`update contracts set status = 'cancelled', funded_at = now() - interval '20 days',
      cancelled_at = now() where id = ${contractId}`)
    const canceled = (await own(seller)).find((one) => one.contractId === contractId)
    expect(canceled).toMatchObject({ state: 'waits', punctuality: 0, accuracy: null, gate: null })
  })

  it('counts neither unpaid contracts nor those canceled within their time', async () => {
    const seller = await market.member('vendor')
    const { contractId } = await agree(client, seller)
    await run(
      sql`update contracts set status = 'cancelled', cancelled_at = now() where id = ${contractId}`,
    )
    const paid = await agree(client, seller)
    await run(sql`update contracts set status = 'cancelled', funded_at = now() - interval '2 days',
      cancelled_at = now() where id = ${paid.contractId}`)
    expect(await own(seller)).toEqual([])
  })
})

describe('a vendor who rates itself through a second company', () => {
  let seller: Person
  let second: Person
  let contractId: string
  beforeAll(async () => {
    seller = await market.member('vendor')
    second = await market.member('client')
    for (const index of [0, 1, 2, 3]) await complete(buyer(index), seller)
    contractId = await complete(second, seller)
    await second.api.companies.review({ contractId, rating: 5, comment: 'The best.' })
  })
  const both = () => sql`(${seller.organization.id}::uuid, ${second.organization.id}::uuid)`
  const domainOf = (at: ReturnType<typeof sql>) => [
    sql`update profiles set email = 'buyer@mine.test' where organization = ${second.organization.id}`,
    sql`insert into app.sso_domains (organization, domain, token, proved_at)
      values (${seller.organization.id}, 'mine.test', 'token', ${at})`,
  ]
  const account = ({ organization }: Person) => sql`
    insert into banking_details (organization, bank_name, account_holder_name, account_number_sealed,
      account_last4, account_fingerprint, routing_number, account_type, tax_id_sealed, tax_id_last4,
      tax_id_fingerprint, business_type, tax_address, tax_city, tax_state, tax_zip)
    values (${organization.id}, 'First Bank', 'Same', 'x', '6789', 'same account', '021000021', 'checking', 'x',
      '6789', ${organization.id}, 'corporation', '1 Road', 'Boston', 'MA', '02108')`

  /** Reads the score while these statements hold, which are undone then. */
  const relate = async (statements: ReturnType<typeof sql>[]) => {
    const undone = new Error('undone')
    let read: Awaited<ReturnType<typeof scoreWithin>> | undefined
    await market.platform.db
      .transaction(system, async (tx) => {
        for (const statement of statements) await statement.execute(tx)
        read = await scoreWithin(tx)
        throw undone
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error
      })
    return read
  }
  const scoreWithin = async (tx: Tx) => {
    const rows = await listContractFacts(tx, [seller.organization.id])
    const reviews = await listReviewFacts(tx, [seller.organization.id])
    return {
      related: rows.filter(({ is_related }) => is_related).map(({ id }) => id),
      reviews: reviews.length,
    }
  }

  it('gains as long as nothing tells that both are related', async () => {
    expect(await scoreOf(seller)).toMatchObject({ deliveries: 5, parts: { 3: { count: 1 } } })
    for (const statements of [[], domainOf(sql`null`)])
      expect(await relate(statements)).toEqual({ related: [], reviews: 1 })
  })

  it.each<[string, () => ReturnType<typeof sql>[]]>([
    ['the same bank account', () => [account(seller), account(second)]],
    ['members with addresses at a domain that the vendor has proved', () => domainOf(sql`now()`)],
    [
      'the same registration number in the same country',
      () => [
        sql`update organizations set registration_number = 'HRB 1', country = 'DE' where id in ${both()}`,
      ],
    ],
    [
      'a reviewer who is a member of the vendor',
      () => [
        sql`update profiles set organization = ${seller.organization.id}
          where user_id = (select user_id from reviews where client = ${second.organization.id})`,
      ],
    ],
  ])('gains nothing from a client with %s', async (_, relation) => {
    expect(await relate(relation())).toEqual({ related: [contractId], reviews: 0 })
  })

  it('is shown which contracts count for nothing', async () => {
    await run(
      sql`update organizations set registration_number = 'HRB 1', country = 'DE' where id in ${both()}`,
    )
    expect(await scoreOf(seller)).toMatchObject({ deliveries: 0, parts: { 3: { count: 0 } } })
    expect((await own(seller)).find((one) => one.contractId === contractId)).toMatchObject({
      state: 'related',
      moves: null,
    })
  })
})

describe('who may read scores', () => {
  it('is everybody in the market, of vendors alone; visitors only of samples', async () => {
    await expectRefusal(scoreOf(client), 'not_found')
    await expectRefusal(
      market.visitor.scores.get({ vendorId: vendor.organization.id }),
      'not_found',
    )
    expect(await market.visitor.scores.many({ vendorIds: [vendor.organization.id] })).toEqual([])
  })

  it('of single deliveries is their vendor alone', async () => {
    expect(await own(await market.member('vendor'))).toEqual([])
    await expectRefusal(client.api.scores.deliveries({}), 'not_permitted')
    await expectRefusal(client.api.scores.get({}), 'not_permitted')
    await expectRefusal(market.visitor.scores.deliveries({}), 'sign_in_required')
    await expectRefusal(vendor.api.scores.deliveries({ cursor: 'x' }), 'bad_input')
  })
})
