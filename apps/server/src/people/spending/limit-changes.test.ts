/** Tests that higher limits of the organization, or of one's own, count once another person confirms them. */
import type { MemberRole } from '@semblance/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { expectRefusals } from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'
import { spendingJobs } from './jobs.ts'
import { endChange } from './limit-change-queries.ts'

const { market } = await useMarket({})
let admin: Person
beforeEach(async () => {
  admin = await market.colleague(await market.member('client'), 'administrator')
})

async function colleague(...roles: MemberRole[]): Promise<Person> {
  const member = await market.colleague(admin, 'member')
  await admin.api.organizations.setMemberRoles({ id: member.userId, roles })
  return member
}

type Limits = { paymentCents: bigint | null; monthCents: bigint | null }
const none: Limits = { paymentCents: null, monthCents: null }
const setRules = (organization: Limits, of = admin) =>
  of.api.spending.setRules({
    organization,
    member: none,
    needsPurchaseOrder: false,
    needsCostCenter: false,
  })
const setOwn = (of: Person, limits: Limits | null) =>
  of.api.spending.setMemberLimits({ id: of.userId, limits })
const decide = (of: Person, id: string, decision: 'confirm' | 'decline' = 'confirm') =>
  of.api.spending.decideChange({ id, decision })
const rules = (of = admin) => of.api.spending.rules()
const waitingId = async (of = admin) => {
  const [change, ...more] = (await rules(of)).waiting
  if (!change || more.length > 0) throw new Error('not one change waits')
  return change.id
}
const titles = async (of: Person) =>
  (await of.api.notifications.list({ limit: 9, side: 'client' })).items.map(({ title }) => title)
const states = async () => {
  const { rows } = await market.platform.db.pool.query<{ state: string }>(
    'select state from app.limit_changes where organization = $1 order by id',
    [admin.organization.id],
  )
  return rows.map(({ state }) => state)
}

const low: Limits = { paymentCents: 1_000_000n, monthCents: 2_000_000n }
const high: Limits = { paymentCents: 5_000_000n, monthCents: null }

describe('higher limits of the organization', () => {
  it('count once an approver has confirmed them; lower ones at once', async () => {
    const approver = await colleague('approver')
    expect((await setRules(low)).organization).toEqual(low)
    const mixed = { paymentCents: 5_000_000n, monthCents: 1_500_000n }
    const asked = await setRules(mixed)
    expect(asked).toMatchObject({
      organization: { paymentCents: 1_000_000n, monthCents: 1_500_000n },
      needsConfirmation: true,
      waiting: [{ of: 'organization', to: mixed, bar: 'own' }],
    })
    const id = await waitingId()
    await expectRefusals([decide(admin, id)], 'own_approval')
    expect(await titles(approver)).toContain('Higher limit to confirm')
    expect((await rules(approver)).waiting).toMatchObject([{ id, bar: null }])
    const confirmed = await decide(approver, id)
    expect(confirmed).toMatchObject({ organization: mixed, waiting: [] })
    expect(await titles(admin)).toContain('Higher limit confirmed')
    await expectRefusals([decide(approver, id)], 'approval_decided')
  })

  it('are declined by another, and withdrawn by who asked', async () => {
    const other = await market.colleague(admin, 'administrator')
    await setRules(low)
    await setRules(high)
    await decide(other, await waitingId(), 'decline')
    expect(await titles(admin)).toContain('Higher limit declined')
    await setRules(high)
    await decide(admin, await waitingId(), 'decline')
    expect((await rules()).organization).toEqual(low)
    expect(await states()).toEqual(['declined', 'withdrawn'])
  })

  it('are of this exact change: another one of the limits ends it, other rules do not', async () => {
    const other = await market.colleague(admin, 'administrator')
    await setRules(low)
    await setRules(high)
    const first = await waitingId()
    await admin.api.spending.setRules({
      organization: low,
      member: none,
      needsPurchaseOrder: true,
      needsCostCenter: false,
    })
    expect(await waitingId()).toBe(first)
    const lower = { ...low, paymentCents: 500_000n }
    await setRules(lower, other)
    await expectRefusals([decide(other, first)], 'approval_decided')
    expect((await rules()).organization).toEqual(lower)
    await setRules(high, other)
    await decide(admin, await waitingId())
    expect(await states()).toEqual(['superseded', 'confirmed'])
  })

  it('count at once where nobody else may approve, and who set them hears of it', async () => {
    await colleague('requester', 'finance')
    await setRules(low)
    const lifted = await setRules(high)
    expect(lifted).toMatchObject({ organization: high, needsConfirmation: false, waiting: [] })
    expect(await titles(admin)).toContain('Higher limit set')
  })

  it('can no longer be confirmed after their time, nor once who asked is no administrator', {
    tags: 'long',
  }, async () => {
    const other = await market.colleague(admin, 'administrator')
    await setRules(low)
    await setRules(high)
    const expired = await waitingId()
    await market.platform.db.pool.query(
      `update app.limit_changes set expires_at = created_at where organization = $1`,
      [admin.organization.id],
    )
    await expectRefusals([decide(other, expired)], 'approval_decided')
    await spendingJobs(market.platform)['approval.expire']?.({}, {} as never)
    expect(await titles(admin)).toContain('Higher limit expired')
    await setRules(high)
    const ofFormer = await waitingId()
    await other.api.organizations.setMemberAdmin({ id: admin.userId, isAdmin: false })
    expect((await rules(other)).waiting).toEqual([])
    await expectRefusals([decide(other, ofFormer)], 'approval_decided')
    expect((await rules(other)).organization).toEqual(low)
  })

  it('end with the right of who asked, also if it comes back, and in silence', async () => {
    const other = await market.colleague(admin, 'administrator')
    const { userId: id } = admin
    await setRules(low)
    await setRules(high)
    const first = await waitingId()
    for (const isAdmin of [false, true])
      await other.api.organizations.setMemberAdmin({ id, isAdmin })
    expect((await rules(other)).waiting).toEqual([])
    await expectRefusals([decide(other, first)], 'approval_decided')
    await setRules(high)
    await other.api.organizations.deactivateMember({ id })
    expect(await states()).toEqual(['superseded', 'superseded'])
    const { pool } = market.platform.db
    await pool.query(
      `update app.limit_changes set state = 'waiting', ended_at = null, expires_at = created_at where id = $1`,
      [first],
    )
    await spendingJobs(market.platform)['approval.expire']?.({}, {} as never)
    expect(await states()).toEqual(['expired', 'superseded'])
    const mails = await pool.query(
      `select title from notifications where user_id = $1 and title = 'Higher limit expired'`,
      [id],
    )
    expect(mails.rows).toEqual([])
    const ended = { state: 'confirmed', decided_by: other.userId, ended_at: new Date() } as const
    await market.platform.db.transaction(system, async (tx) => {
      expect(await endChange(tx, first, ended)).toBe(false)
    })
    expect(await states()).toEqual(['expired', 'superseded'])
  })

  it('are confirmed by somebody else once the only approver has left, or set by who is alone', {
    tags: 'long',
  }, async () => {
    const approver = await colleague('approver')
    await setRules(low)
    await setRules(high)
    const id = await waitingId()
    await admin.api.organizations.deactivateMember({ id: approver.userId })
    await expect(decide(approver, id)).rejects.toThrow()
    expect((await rules()).organization).toEqual(low)
    expect((await setRules(high)).organization).toEqual(high)
    expect(await states()).toEqual(['superseded'])
  })

  it('are decided on once by many at a time', { tags: 'long' }, async () => {
    const people = [await colleague('approver'), await market.colleague(admin, 'administrator')]
    await setRules(low)
    await setRules(high)
    const id = await waitingId()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        decide(people[index % 2] ?? admin, id, index % 3 === 0 ? 'decline' : 'confirm'),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [state] = await states()
    expect((await rules()).organization).toEqual(state === 'confirmed' ? high : low)
  })
})

describe('higher limits of an administrator’s own', () => {
  it('count once another confirms them, also where own limits are taken back', async () => {
    const approver = await colleague('approver')
    await setOwn(admin, low)
    expect((await setOwn(admin, high)).limits).toEqual({ ...low })
    await decide(approver, await waitingId())
    expect(await ownLimits()).toMatchObject({ isOwn: true, limits: high })
    await setOwn(admin, null)
    expect(await ownLimits()).toMatchObject({ isOwn: true, limits: high })
    await decide(approver, await waitingId())
    expect(await ownLimits()).toMatchObject({ isOwn: false, limits: none })
  })

  it('count at once when another administrator sets them, which ends what waits', {
    tags: 'long',
  }, async () => {
    const other = await market.colleague(admin, 'administrator')
    await setOwn(admin, low)
    await setOwn(admin, high)
    const id = await waitingId()
    const given = { paymentCents: 3_000_000n, monthCents: null }
    await other.api.spending.setMemberLimits({ id: admin.userId, limits: given })
    expect(await ownLimits()).toMatchObject({ limits: given })
    await expectRefusals([decide(other, id)], 'approval_decided')
  })

  const ownLimits = async () => {
    const { items } = await admin.api.spending.members({ limit: 50 })
    return items.find(({ id }) => id === admin.userId)
  }
})

it('a key that pays has no higher limit than who gets it, while somebody else may approve', async () => {
  const form = { name: 'Checkout', scopes: ['money' as const], days: 9 }
  const make = (limitCents: bigint, of = admin) => of.api.keys.create({ ...form, limitCents })
  await setOwn(admin, { paymentCents: 100_000n, monthCents: null })
  const { key } = await make(100_001n)
  const other = await market.colleague(admin, 'administrator')
  const refused = await make(100_001n).catch((error) => error)
  expect(refused).toMatchObject({ code: 'bad_input', data: { field: 'limitCents' } })
  await make(100_000n)
  await make(100_000_000_000n, other)
  await expectRefusals([admin.api.keys.rotate({ keyId: key.id, overlapHours: 0 })], 'bad_input')
  const { items } = await admin.api.keys.list({ limit: 9 })
  expect(items.map(({ state, limitCents }) => [state, limitCents])).toEqual([
    ['live', 100_000_000_000n],
    ['live', 100_000n],
    ['live', 100_001n],
  ])
  await other.api.keys.rotate({ keyId: key.id, overlapHours: 0 })
})

it('limits of others are neither seen nor decided on, nor by roles that do not approve', async () => {
  const [approver, requester] = [await colleague('approver'), await colleague('requester')]
  await setRules(low)
  await setRules(high)
  const id = await waitingId()
  const rival = await market.colleague(await market.member('client'), 'administrator')
  await expectRefusals([decide(rival, id), decide(rival, id, 'decline')], 'not_found')
  expect((await rules(rival)).waiting).toEqual([])
  await expectRefusals([decide(requester, id)], 'role_missing')
  expect((await rules(requester)).waiting).toMatchObject([{ bar: 'role' }])
  await expectRefusals(
    [market.visitor.spending.decideChange({ id, decision: 'confirm' })],
    'sign_in_required',
  )
  expect((await rules(approver)).organization).toEqual(low)
})
