import type { ErrorCode, StaffTask } from '@semblance/contract'
import { beforeAll, expect, it } from 'vitest'
import {
  disputedDeal,
  expectRefusal,
  expectRefusals,
} from '../../../testing/fixtures/deal-fixtures.ts'
import type { Api, Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'

const { market } = await useMarket({})
let staff: Omit<Person, 'organization'>
let client: Person
let vendor: Person
beforeAll(async () => {
  staff = await market.staff()
  client = await market.member('client')
  vendor = await market.member('vendor')
})

const sql = (text: string) => market.platform.db.pool.query(text)
const overview = () => staff.api.admin.overview()
const waiting = async () => {
  const rows = (await overview()).waiting
  return Object.fromEntries(rows.map((row) => [row.task, row.count])) as Record<StaffTask, number>
}

it('counts everything that waits for staff, and since when', async () => {
  expect(Object.values(await waiting()).every((count) => count === 0)).toBe(true)
  const disputeId = await disputedDeal(client, vendor, 1_850_000n)
  const form = { name: 'Claire', subject: 'Where?', message: 'Where?', email: client.email }
  await client.api.support.open({ ...form, priority: 'urgent' })
  await client.api.support.open({ ...form, priority: 'low' })
  await staff.api.books.staff.propose({ form: 'capital', amountCents: 50_000n, reason: 'Start' })
  await sql(`
    insert into business_applications (business_name, business_email, business_address, city, country, industry,
      business_description, contact_person, created_at)
    values ('Halden', 'a@halden.test', 'Street', 'Oslo', 'other', 'retail', 'D', 'P', now() - interval '3 days')`)
  await sql(`update app.mails set failed_at = now(), failure = 'full'
    where id = (select id from app.mails order by id limit 1)`)
  await sql(`update graphile_worker._private_jobs set attempts = max_attempts
    where id = (select id from graphile_worker._private_jobs order by id limit 1)`)
  expect(await waiting()).toEqual({
    applications: 1,
    tickets: 2,
    tax_forms: 0,
    disputes: 1,
    rulings: 0,
    adjustments: 1,
    breaks: 0,
    payouts: 0,
    jobs: 1,
    mails: 1,
  })
  const rows = (await overview()).waiting
  expect(rows.find(({ task }) => task === 'tickets')).toMatchObject({ pressingCount: 1 })
  const { oldestAt } = rows.find(({ task }) => task === 'applications')!
  expect(Date.now() - oldestAt!.getTime()).toBeGreaterThan(2 * 86_400_000)

  const ruling = { toVendorCents: 100_000n, reasons: 'Constant columns.' }
  await staff.api.disputes.staff.rule({ disputeId, ...ruling })
  expect(await waiting()).toMatchObject({ disputes: 0, rulings: 1 })
})

it('adds the market up', async () => {
  const { figures } = await overview()
  expect(figures).toMatchObject({
    organizations: 2,
    suspendedOrganizations: 0,
    people: 3,
    openContracts: 1,
    completedContracts: 0,
    heldCents: 1_850_000n,
    releasedThisMonthCents: 0n,
  })
})

it('shows one organization with what it has at stake', async () => {
  const { id } = client.organization
  const { organizations } = staff.api.admin
  expect(await organizations.get({ id })).toMatchObject({
    id,
    contractsCount: 1,
    completedContractsCount: 0,
    heldCents: 1_850_000n,
    releasedCents: 0n,
  })
  await expectRefusal(organizations.get({ id: crypto.randomUUID() }), 'not_found')
})

it('cannot be read by anybody but staff', async () => {
  const refusals: [Api, ErrorCode][] = [
    [market.visitor, 'sign_in_required'],
    [(await market.stranger()).api, 'not_permitted'],
    [client.api, 'not_permitted'],
    [vendor.api, 'not_permitted'],
    [(await market.colleague(client, 'administrator')).api, 'not_permitted'],
  ]
  const { id } = client.organization
  for (const [{ admin }, code] of refusals)
    await expectRefusals([admin.overview(), admin.organizations.get({ id })], code)
})
