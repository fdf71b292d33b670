/** Tests that an organization reads acts of its own members and keys in the audit log, and no others. */
import { isContractProcedure } from '@orpc/contract'
import { contract, openedCommitment } from '@semblance/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  dprForm,
  expectRefusals,
  fund,
  postDpr,
  sendOffer,
} from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { recordedProcedures } from './acts.ts'

const { market } = await useMarket({})
let admin: Person
let member: Person
let vendor: Person
let vendorAdmin: Person
beforeAll(async () => {
  member = await market.member('client')
  admin = await market.colleague(member, 'administrator')
  vendor = await market.member('vendor')
  vendorAdmin = await market.colleague(vendor, 'administrator')
})

type Filter = Partial<Parameters<Person['api']['audit']['own']>[0]>
const read = async (of: Person, filter: Filter = {}) =>
  (await of.api.audit.own({ limit: 50, ...filter })).items

it('every recorded procedure is one of the contract', () => {
  for (const name of recordedProcedures) {
    const found = name
      .split('.')
      .reduce((node: unknown, key) => Reflect.get(node as object, key), contract)
    expect(isContractProcedure(found), name).toBe(true)
  }
})

describe('the audit log of an organization', () => {
  it('has what its members did in a deal, with amounts, and nothing of the other party', async () => {
    const dprId = await postDpr(member)
    const offerId = await sendOffer(vendor, dprId, 1_000_000n)
    const { contractId } = await member.api.offers.accept({ offerId, revision: 1 })
    await fund(member, offerId)
    const rows = await read(admin, { group: 'money' })
    expect(rows[0]).toMatchObject({
      by: 'member',
      action: 'payment.submit',
      object: `contract:${contractId}`,
      detail: { amountCents: '1025000' },
    })
    const payload = JSON.parse(rows[0]?.opening?.payload ?? '{}') as { body: object }
    expect(rows[0]?.actor).toBe(member.userId)
    expect(payload.body).toMatchObject({
      seq: String(rows[0]?.seq),
      actor: member.userId,
      action: 'payment.submit',
    })
    const opened = rows[0]?.opening && openedCommitment(rows[0].opening)
    expect(opened).toBe(rows[0]?.commitment)
    const actions = (await read(admin)).map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['request.post', 'offer.accept']))
    expect(actions).not.toContain('offer.submit')
    const ofVendor = (await read(vendorAdmin)).map(({ action }) => action)
    expect(ofVendor).toContain('offer.submit')
    expect(ofVendor).not.toContain('payment.submit')
  })

  it('has the amount of what a vendor calls off, who does not read the fee', async () => {
    const offerId = await sendOffer(vendor, await postDpr(member), 1_000_000n)
    const { contractId } = await member.api.offers.accept({ offerId, revision: 1 })
    await fund(member, offerId)
    await vendor.api.payments.cancel({ contractId })
    const [row] = await read(vendorAdmin)
    expect(row).toMatchObject({ action: 'contract.cancel', detail: { amountCents: '1000000' } })
  })

  it('names the key that acted, and what administrators did about it', async () => {
    const { secret } = await admin.api.keys.create({ name: 'Nightly', scopes: ['dprs:write'] })
    const answer = await market.fetch('/api/dprs', {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(dprForm, (_, value) =>
        typeof value === 'bigint' ? String(value) : value,
      ),
    })
    expect(answer.status).toBe(200)
    const [newest, before] = await read(admin)
    expect(newest).toMatchObject({ by: 'key', name: 'Nightly', action: 'request.post' })
    expect(before).toMatchObject({ by: 'member', action: 'key.create' })
  })

  it('is found by person, object, group and day, page by page', async () => {
    const mine = await read(admin, { search: member.email })
    expect(mine.length).toBeGreaterThan(0)
    const accepted = await read(admin, { search: 'offer:' })
    expect(accepted.map(({ action }) => action)).toEqual(['offer.accept', 'offer.accept'])
    expect(await read(admin, { search: vendor.email })).toEqual([])
    expect((await read(admin, { group: 'security' })).map(({ action }) => action)).toEqual([
      'key.create',
    ])
    expect(await read(admin, { to: '2020-01-01' })).toEqual([])
    const first = await admin.api.audit.own({ limit: 1 })
    const [second] = await read(admin, { cursor: first.nextCursor ?? undefined, limit: 1 })
    expect(second?.seq).toBeLessThan(first.items[0]?.seq ?? 0n)
  })

  it('shows what staff did to the organization, without their names', async () => {
    const staff = await market.staff()
    await staff.api.admin.organizations.suspend({ id: vendor.organization.id, reason: 'Unpaid' })
    await staff.api.admin.organizations.activate({ id: vendor.organization.id })
    const back = await market.colleague(vendor, 'administrator') // a suspension ends all sessions
    const [row] = await read(back, { group: 'members' })
    expect(row).toMatchObject({
      by: 'staff',
      actor: null,
      name: null,
      action: 'organization.activate',
    })
    expect(row?.objectName).toEqual(expect.any(String))
  })

  it('goes to webhooks that chose it', async () => {
    const url = 'https://programs.example/hooks'
    const { endpoint } = await admin.api.webhooks.create({ url, types: ['audit.recorded'] })
    await postDpr(member)
    const { rows } = await market.platform.db.pool.query<{ body: string }>(
      `select body from app.webhook_deliveries where endpoint = $1 and type = 'audit.recorded'`,
      [endpoint.id],
    )
    const posted = rows.map(({ body }) => JSON.parse(body).data.action)
    expect(posted).toContain('request.post')
  })

  it('is for its administrators alone', async () => {
    await expectRefusals([member.api.audit.own({})], 'not_permitted')
    await expectRefusals([market.visitor.audit.own({})], 'sign_in_required')
  })
})
