import { existsSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  expectRefusal,
  expectSoundLedger,
  fundedDeal,
  postDpr,
  sendOffer,
} from '../../testing/fixtures/deal-fixtures.ts'
import { createUpload } from '../../testing/fixtures/delivery-fixtures.ts'
import {
  type Api,
  type Market,
  openTestMarket,
  type Person,
} from '../../testing/fixtures/market-fixtures.ts'
import { openSampleMarket, reuseSampleFile } from '../../testing/samples/sample-market.ts'
import { checkLog } from '../core/transparency/service.ts'
import { system } from '../platform/database/db.ts'
import { runReset } from './reset.ts'
import { password as samplePassword } from './seed/seed.ts'

let market: Market
let client: Person
let vendor: Person
let own: { dprId: string; offerId: string; contractId: string }
beforeAll(async () => {
  market = await openSampleMarket()
  client = await market.member('client')
  vendor = await market.member('vendor')
  own = await fundedDeal(client, vendor)
})
afterAll(() => market.close())

const query = async <T>(text: string) => (await market.platform.db.pool.query(text)).rows as T[]

async function signIn(email: string): Promise<{ token: string; api: Api }> {
  const { data, error } = await market.supabase.auth.signInWithPassword({
    email,
    password: samplePassword,
  })
  expect(error).toBeNull()
  const token = data.session!.access_token
  return { token, api: market.apiFor(token) }
}

/** Runs the requested reset, as the queue would. */
async function runAsked(): Promise<void> {
  const [asked] = await query<{ id: string }>(
    `select id from app.sample_resets where ended_at is null`,
  )
  await runReset(market.platform, market.app.auth, asked!.id, reuseSampleFile)
}

it('a stranger, a member of another company and a visitor cannot restore it', async () => {
  await expectRefusal(market.visitor.samples.reset(), 'sign_in_required')
  await expectRefusal((await market.stranger()).api.samples.reset(), 'not_permitted')
  await expectRefusal(client.api.samples.reset(), 'not_permitted')
  await expectRefusal(client.api.samples.get(), 'not_permitted')
  expect(await query(`select from app.sample_resets`)).toEqual([])
})

it('where there is no sample data, there is nothing to restore', async () => {
  const plain = await openTestMarket()
  await expectRefusal((await plain.staff()).api.samples.reset(), 'not_found')
  await plain.close()
})

it('a sample person restores it: what was changed is as it was, in the same session, and the others’ rows are untouched', {
  tags: 'long',
}, async () => {
  const claire = await signIn('client@sample.test')
  const before = {
    dashboard: await market.visitor.dashboards.client(),
    earnings: await market.visitor.earnings.summary(),
    notices: await market.visitor.notifications.list({}),
  }
  const dprId = await postDpr(claire)
  const foreignOffer = await sendOffer(vendor, dprId)
  const { items } = await claire.api.offers.listReceived({})
  await claire.api.offers.reject({
    offerId: items.find(({ id, status }) => status === 'pending' && id !== foreignOffer)!.id,
  })
  await claire.api.notifications.markAllRead()
  await claire.api.settings.updateProfile({ fullName: 'Claire Changed' })
  await beginTwins(await signIn('vendor@sample.test'))
  const files = await query<{ storage_key: string }>(`select storage_key from delivery_files`)
  const others = () =>
    query(`select md5(string_agg(t::text, '' order by t::text)) from (
      select row_to_json(k)::text as t from contracts k where id = '${own.contractId}' union all
      select row_to_json(o)::text from offers o where id = '${own.offerId}' union all
      select row_to_json(d)::text from dprs d where id = '${own.dprId}' union all
      select row_to_json(p)::text from profiles p where user_id in ('${client.userId}', '${vendor.userId}') union all
      select row_to_json(g)::text from organizations g where not is_sample union all
      select row_to_json(t)::text from tranches t where contract_id = '${own.contractId}' union all
      select row_to_json(a)::text from ledger.account a where contract_id = '${own.contractId}') t`)
  const untouched = await others()

  expect(await claire.api.samples.reset()).toMatchObject({ isResetting: true })
  await expectRefusal(claire.api.samples.reset(), 'samples_resetting')
  const [asked] = await query<{ actor: string | null }>(
    "select actor from app.audit_log where action = 'sample.reset'",
  )
  expect(asked!.actor).not.toBeNull()
  await runAsked()

  expect(await others()).toEqual(untouched)
  const after = {
    dashboard: await market.visitor.dashboards.client(),
    earnings: await market.visitor.earnings.summary(),
    notices: await market.visitor.notifications.list({}),
  }
  const { tasks, activity, nextDeliveryDate, ...figures } = before.dashboard
  expect(after.dashboard).toMatchObject(figures)
  expect(after.earnings.totalCents).toBe(before.earnings.totalCents)
  expect(after.notices.unreadCount).toBe(2)
  expect(after.notices.items.map(({ title }) => title)).toEqual(
    before.notices.items.map(({ title }) => title),
  )
  // The old session reads the new set.
  expect(await claire.api.dashboards.client()).toMatchObject(figures)
  await expectRefusal(claire.api.dprs.get({ dprId }), 'not_found')
  expect(await claire.api.samples.get()).toMatchObject({
    isResetting: false,
    hasFailed: false,
    nextAt: expect.any(Date),
  })
  // A company that is no sample keeps its offer, and reads how it ended.
  expect(await vendor.api.offers.getSent({ offerId: foreignOffer })).toMatchObject({
    status: 'rejected',
    rejectedAs: 'not_selected',
  })
  await expectOneSet()
  for (const { storage_key } of files)
    expect(existsSync(`${market.platform.config.dataDir}/${storage_key}`)).toBe(false)
  await expectSentFiles()
  await expectErasedLeaves()
  await expectSoundLedger(market)
})

/** Leaves a twin for a listing under way, and one that has a file. */
async function beginTwins({ api, token }: { api: Api; token: string }): Promise<void> {
  const form = { title: 'Members', category: 'retail', privacyLevel: 'high' } as const
  const { id: twinId } = await api.twins.start(form)
  expect((await createUpload(market, { token }, { twinId })).status).toBe(201)
  const { id } = await api.twins.start(form)
  await query(`insert into delivery_files (delivery_id, name, bytes, sha256, storage_key)
    values ('${id}', 'members.csv', 500, repeat('0', 64), 'files/members')`)
}

/** Sealed files of the present set alone; the keys of the one before are destroyed. */
async function expectSentFiles(): Promise<void> {
  for (const table of ['message_attachments', 'dispute_files']) {
    const files = await query<{ closed: boolean; has_key: boolean }>(
      `select o.is_terminated as closed, k.wrapped_key is not null as has_key
       from ${table} f join organizations o on o.id = f.client
       left join app.blob_keys k on k.id = f.key_id and f.blob_id is not null`,
    )
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) expect(file).toEqual({ closed: false, has_key: true })
  }
  const [{ destroyed, unused } = {}] = await query<{ destroyed: number; unused: number }>(
    `select count(*) filter (where destroyed_at is not null)::int as destroyed,
       count(*) filter (where destroyed_at is null and id not in (
         select key_id from message_attachments union all select key_id from dispute_files))::int as unused
     from app.blob_keys`,
  )
  expect(destroyed).toBeGreaterThan(1)
  expect(unused).toBe(0)
}

/** Leaves of deals between companies of an earlier set open no more; the log has them all. */
async function expectErasedLeaves(): Promise<void> {
  const [{ open, erased } = {}] = await query<{ open: number; erased: number }>(
    `select count(*) filter (where o.erased_at is null)::int as open,
       count(*) filter (where o.erased_at is not null)::int as erased
     from transparency.openings o join transparency.deals d on d.id = o.deal
       join organizations c on c.id = d.client join organizations v on v.id = d.vendor
     where c.is_terminated and v.is_terminated`,
  )
  expect(open).toBe(0)
  expect(erased).toBeGreaterThan(10)
  await market.app.jobs['transparency.integrate']!({}, {} as never)
  const { platform } = market
  const check = await platform.db.transaction(system, (tx) =>
    checkLog({ tx, platform, now: new Date() }),
  )
  expect(check).toMatchObject({ violations: [], stagedCount: 0 })
}

/** No live row of an earlier set, and the accounts as they came. */
async function expectOneSet(): Promise<void> {
  const twice = `select name from organizations where is_sample and is_active group by name having count(*) > 1`
  const open = `select k.id from contracts k join organizations o on o.id = k.client
    where o.is_terminated and k.status not in ('completed', 'cancelled')`
  const disputed = `select d.id from disputes d join organizations o on o.id = d.client
    where o.is_terminated and d.status in ('open', 'escalated')`
  const twins = `select d.id from deliveries d left join delivery_files f on f.delivery_id = d.id
    join organizations o on o.id = d.vendor
    where o.is_terminated and d.client is null and (f.id is not null or d.finished_at is null)`
  for (const left of [twice, open, disputed, twins]) expect(await query(left)).toEqual([])
  const people = await query<{ membership: string; last_name: string }>(
    `select membership, last_name from profiles where email like '%@sample.test' and organization is not null order by email`,
  )
  expect(people.map(({ membership, last_name }) => `${last_name} ${membership}`)).toEqual([
    'Lindqvist active',
    'Novak active',
    'Brandt pending',
    'Haddad pending',
    'Varga deactivated',
    'Ortiz active',
    'Reyes active',
  ])
}

it('it takes some minutes until it can be restored again, by staff likewise', {
  tags: 'long',
}, async () => {
  const staff = await signIn('staff@sample.test')
  await expectRefusal(staff.api.samples.reset(), 'too_many_requests')
  await query(`update app.sample_resets set ended_at = ended_at - interval '6 minutes'`)
  expect(await staff.api.samples.reset()).toMatchObject({ isResetting: true })
})

it('a failed try changes nothing, says so, and can be repeated', { tags: 'long' }, async () => {
  const { id } = await market.visitor.companies.get({ company: 'halden-retail-group' })
  await query(`alter table business_applications rename to applications_elsewhere`)
  const [asked] = await query<{ id: string }>(
    `select id from app.sample_resets where ended_at is null`,
  )
  const reset = runReset(market.platform, market.app.auth, asked!.id, reuseSampleFile)
  await expect(reset).rejects.toThrow('business_applications')
  await query(`alter table applications_elsewhere rename to business_applications`)
  expect(await market.visitor.companies.get({ company: 'halden-retail-group' })).toMatchObject({
    id,
  })
  const { api } = await signIn('staff@sample.test')
  expect(await api.samples.get()).toMatchObject({ isResetting: false, hasFailed: true })
})
