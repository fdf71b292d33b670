import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { agree, expectRefusal, postDpr } from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'
import { recordScores } from './record.ts'
import { recordRelations } from './record-queries.ts'

const { market, client, vendor } = await useMarket({ client: 'client', vendor: 'vendor' })
let buyers: Person[]
beforeAll(async () => {
  buyers = [client, await market.member('client'), await market.member('client')]
})

type Ending = { tenths?: number | null; late?: boolean; agreed?: number; isCopy?: boolean }

/** Ends a deal as if it had been paid 20 days ago and delivered 12 or 5 days ago; ten were agreed. */
async function complete(buyer: Person, seller: Person, ending: Ending = {}) {
  const { tenths = 960, late = false, agreed = 94, isCopy = false } = ending
  const { dprId, offerId, contractId } = await agree(buyer, seller)
  if (isCopy)
    await run(sql`update dprs set (listing_id, listing_revision) = (select listing_id, revision
      from listing_revisions where vendor = ${seller.organization.id}) where id = ${dprId}`)
  await run(sql`update offers set min_accuracy_percent = ${agreed} where id = ${offerId}`)
  await run(sql`update contracts set status = 'completed', funded_at = now() - interval '20 days',
    submitted_at = now() - interval '12 days', due_accuracy_tenths = ${tenths},
    delivered_at = now() - make_interval(days => ${late ? 5 : 12}::integer),
    completed_at = clock_timestamp() - interval '1 day' where id = ${contractId}`)
  return contractId
}

const run = (statement: ReturnType<typeof sql>) =>
  market.platform.db.transaction(system, (tx) => statement.execute(tx))
const rowsOf = async <Row>(statement: ReturnType<typeof sql>) =>
  (await run(statement)).rows as Row[]
const buyer = (index: number) => buyers[index % 3] as Person
const scoreOf = async (of: Person, reader = client) => {
  await recordScores(market.platform)
  return await reader.api.scores.get({ vendorId: of.organization.id })
}
const own = async (of: Person) => {
  await recordScores(market.platform)
  return (await of.api.scores.deliveries({ limit: 100 })).items
}
const account = ({ organization }: Person, taxId = organization.id, print = 'same account') => sql`
  insert into banking_details (organization, bank_name, account_holder_name, account_number_sealed,
    account_last4, account_fingerprint, routing_number, account_type, tax_id_sealed, tax_id_last4,
    tax_id_fingerprint, business_type, tax_address, tax_city, tax_state, tax_zip)
  values (${organization.id}, 'First Bank', 'Same', 'x', '6789', ${print}, '021000021', 'checking', 'x',
    '6789', ${taxId}, 'corporation', '1 Road', 'Boston', 'MA', '02108')`

/** Writes a message of that many hours ago, in a conversation about a request of its own. */
async function write(buyer: Person, seller: Person, hoursAgo: number, into?: string) {
  const { organization } = buyer
  const [row] = into
    ? [{ id: into }]
    : await rowsOf<{ id: string }>(sql`insert into conversations (dpr_id, client, vendor)
        values (${await postDpr(buyer)}, ${organization.id}, ${seller.organization.id}) returning id`)
  await run(sql`insert into messages (conversation_id, client, vendor, sender, body, created_at)
    select id, client, vendor, ${into ? seller.organization.id : organization.id}, 'A question, or an answer.',
      now() - make_interval(hours => ${hoursAgo}::integer) from conversations where id = ${row?.id}`)
  return row?.id ?? ''
}

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
    expect(await client.api.scores.many({ vendorIds: [id, client.organization.id] })).toEqual({
      scores: [{ vendorId: id, total: told.total, deliveries: 5 }],
    })
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

  it('takes off what a dispute gave back, a missed check, and a contract canceled after its day', {
    tags: 'long',
  }, async () => {
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
    expect(canceled).toMatchObject({
      state: 'uncounted',
      punctuality: 0,
      accuracy: null,
      gate: null,
    })
  })

  it('counts neither unpaid contracts nor those canceled within their time', {
    tags: 'long',
  }, async () => {
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

  /** Says whether both are found to be related while these statements hold, which are undone then. */
  const isFound = async (statements: ReturnType<typeof sql>[]) => {
    const undone = new Error('undone')
    let found = false
    await market.platform.db
      .transaction(system, async (tx) => {
        for (const statement of statements) await statement.execute(tx)
        await recordRelations(tx, new Date())
        const { rows } = await sql`select from app.related_companies
          where (vendor, client) = ${both()}`.execute(tx)
        found = rows.length > 0
        throw undone
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error
      })
    return found
  }

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
  ])('is recognized by %s', async (_, relation) => {
    expect(await isFound(relation())).toBe(true)
  })

  it('is not recognized by nothing, an unproved domain, or a tax ID, which anybody may type', async () => {
    for (const statements of [
      [],
      domainOf(sql`null`),
      [account(seller, 'same', 'first'), account(second, 'same', 'second')],
    ])
      expect(await isFound(statements)).toBe(false)
  })

  it('gains nothing from what follows, is shown it, and does not get it back', async () => {
    await run(
      sql`update organizations set registration_number = 'HRB 1', country = 'DE' where id in ${both()}`,
    )
    const nothing = { deliveries: 0, parts: { 3: { count: 0 } } }
    expect(await scoreOf(seller)).toMatchObject(nothing)
    expect((await own(seller)).find((one) => one.contractId === contractId)).toMatchObject({
      state: 'uncounted',
      moves: null,
    })
    await run(sql`update organizations set registration_number = '' where id in ${both()}`)
    expect(await scoreOf(seller)).toMatchObject(nothing)
  })
})

describe('what a vendor does after a bad delivery', () => {
  let seller: Person
  let first: string
  beforeAll(async () => {
    seller = await market.member('vendor')
    for (const index of [1, 2, 4, 5]) await complete(buyer(index), seller)
    const contractId = await complete(client, seller, { late: true, tenths: 600 })
    await client.api.companies.review({ contractId, rating: 1, comment: 'Late, and bad.' })
    first = await write(client, seller, 80)
    for (const index of [1, 2, 1, 2]) await write(buyer(index), seller, 76)
    await write(buyer(1), seller, 2, await write(buyer(1), seller, 3))
  })

  it('does not reopen a group of answers by a late answer', async () => {
    const before = await scoreOf(seller)
    expect(before.parts[4]).toMatchObject({ points: { value: 0 }, count: 5 })
    await write(client, seller, 1, first)
    expect(await scoreOf(seller)).toEqual(before)
  })

  it('changes nothing by changed terms or the tax ID of its client, and gains nothing by a relation', async () => {
    const before = await scoreOf(seller)
    expect(before.total?.value).toBeLessThan(80)
    await run(
      sql`update offers set min_accuracy_percent = null where vendor = ${seller.organization.id}`,
    )
    await run(account(client, 'tax ID of the client', 'its account'))
    await run(account(seller, 'tax ID of the client', 'another account'))
    expect(await scoreOf(seller)).toEqual(before)
    await run(sql`update banking_details set account_fingerprint = 'one account'
      where organization in (${client.organization.id}, ${seller.organization.id})`)
    const after = await scoreOf(seller)
    expect(after.total?.value).toBeLessThanOrEqual(before.total?.value ?? 0)
    expect(after.parts.map(({ points }) => points?.value)).toEqual(
      before.parts.map(({ points }) => points?.value),
    )
  })

  it('waters nothing down by copies of a listed twin and their reviews, nor gains a record by them', {
    tags: 'long',
  }, async () => {
    const before = await scoreOf(seller)
    const sold = (await own(seller))[0]?.contractId ?? ''
    await run(sql`with source as (
        insert into deliveries (contract_id, client, vendor, file_name, file_bytes, status, reason, gate, finished_at)
        select id, client, vendor, 'a.csv', 1, 'refused', 'None.', null, now() from contracts where id = ${sold} returning id, vendor
      ), listed as (
        insert into listings (vendor, delivery_id, content) select vendor, id, '{}' from source returning id
      ) insert into listing_revisions (listing_id, revision, vendor, delivery_id, title, category, description, content,
        column_names, shape, records, accuracy_tenths, epsilon, delta, lowest_price_cents, published_at, is_live)
      select listed.id, 1, vendor, source.id, 'Twin', 'retail', '', '{}', '{}', '{}', 10, 900, 1, 0, 100, now(), false
      from source, listed`)
    for (const index of [0, 1, 2, 3, 4]) {
      const contractId = await complete(buyer(index), seller, { isCopy: true })
      await buyer(index).api.companies.review({ contractId, rating: 5, comment: 'Good.' })
    }
    expect(await scoreOf(seller)).toEqual(before)
    expect(await own(seller)).toHaveLength(5)
    const record = await rowsOf(
      sql`select completed from vendor_records where vendor = ${seller.organization.id}`,
    )
    expect(record).toEqual([{ completed: 5 }])
  })
})

describe('who may read scores', () => {
  it('is everybody in the market, of vendors alone; visitors only of samples', async () => {
    await expectRefusal(scoreOf(client), 'not_found')
    await expectRefusal(
      market.visitor.scores.get({ vendorId: vendor.organization.id }),
      'not_found',
    )
    expect(await market.visitor.scores.many({ vendorIds: [vendor.organization.id] })).toEqual({
      scores: [],
    })
  })

  it('of single deliveries is their vendor alone', async () => {
    expect(await own(await market.member('vendor'))).toEqual([])
    await expectRefusal(client.api.scores.deliveries({}), 'not_permitted')
    await expectRefusal(client.api.scores.get({}), 'not_permitted')
    await expectRefusal(market.visitor.scores.deliveries({}), 'sign_in_required')
    await expectRefusal(vendor.api.scores.deliveries({ cursor: 'x' }), 'bad_input')
  })
})
