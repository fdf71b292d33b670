import type { ErrorCode } from '@semblance/contract'
import { afterEach, beforeAll, expect, it } from 'vitest'
import {
  expectRefusal,
  expectRefusals,
  expectSoundLedger,
  race,
} from '../../../testing/fixtures/deal-fixtures.ts'
import type { Api, Market, Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'
import { account, post } from '../ledger/service.ts'

const { market } = await useMarket({})
let ana: Awaited<ReturnType<Market['staff']>>
let ben: Awaited<ReturnType<Market['staff']>>
let vendor: Person
beforeAll(async () => {
  ana = await market.staff()
  ben = await market.staff()
  vendor = await market.member('vendor')
  await earnFees(100_000n)
})
afterEach(() => expectSoundLedger(market))

const earnFees = (amountCents: bigint) =>
  market.platform.db.transaction(system, (tx) =>
    post(tx, {
      organizationId: null,
      key: `fees:${crypto.randomUUID()}`,
      kind: 'settle',
      contractId: null,
      effectiveAt: new Date(),
      legs: [{ dr: account.cashTrust, cr: account.feeRevenue, amountCents }],
    }),
  )

const capital = { form: 'capital', amountCents: 50_000n, reason: 'Start' } as const
const sweep = (amountCents: bigint) =>
  ({ form: 'fee_sweep', amountCents, reason: 'Month end' }) as const

const balance = async (code: string) => {
  const { items } = await ana.api.books.staff.accounts({ search: code, limit: 5 })
  return items.find((item) => item.code === code)?.balanceCents ?? 0n
}

it('what one proposes, another approves: then it is posted once', async () => {
  const before = await balance('equity')
  const proposed = await ana.api.books.staff.propose(capital)
  expect(proposed).toMatchObject({ state: 'proposed', isOwn: true, entryId: null })
  expect(await balance('equity')).toBe(before)

  const approved = await ben.api.books.staff.approve({
    id: proposed.id,
    note: 'Seen on the statement',
  })
  expect(approved).toMatchObject({
    state: 'approved',
    isOwn: false,
    decisionNote: 'Seen on the statement',
  })
  expect(await balance('equity')).toBe(before + 50_000n)
  const { items } = await ana.api.books.staff.entries({ kind: 'capital', limit: 5 })
  expect(items[0]).toMatchObject({
    id: approved.entryId,
    organizationName: null,
    legs: [{ dr: 'cash_operating', cr: 'equity', amountCents: 50_000n }],
  })
  await expectRefusal(ben.api.books.staff.approve({ id: proposed.id }), 'adjustment_decided')
  await expectRefusal(ben.api.books.staff.reject({ id: proposed.id }), 'adjustment_decided')
})

it('nobody decides on their own proposal, nor withdraws somebody else’s', async () => {
  const { id } = await ana.api.books.staff.propose(capital)
  await expectRefusal(ana.api.books.staff.approve({ id }), 'adjustment_own')
  await expectRefusal(ana.api.books.staff.reject({ id }), 'adjustment_own')
  await expectRefusal(ben.api.books.staff.withdraw({ id }), 'not_permitted')
  expect(await ana.api.books.staff.withdraw({ id })).toMatchObject({ state: 'withdrawn' })
  await expectRefusal(ben.api.books.staff.approve({ id }), 'adjustment_decided')
})

it('a rejected proposal moves nothing', async () => {
  const before = await balance('equity')
  const { id } = await ana.api.books.staff.propose(capital)
  expect(await ben.api.books.staff.reject({ id, note: 'Never arrived' })).toMatchObject({
    state: 'rejected',
    entryId: null,
  })
  expect(await balance('equity')).toBe(before)
  const { items } = await ana.api.books.staff.adjustments({ state: 'rejected', limit: 1 })
  expect(items).toMatchObject([{ id, decisionNote: 'Never arrived' }])
})

it('of many approvals at once, one posts', async () => {
  const before = await balance('equity')
  const { id } = await ana.api.books.staff.propose(capital)
  const { wins, codes } = await race(8, () => ben.api.books.staff.approve({ id }))
  expect({ wins, codes }).toEqual({ wins: 1, codes: new Set(['adjustment_decided']) })
  expect(await balance('equity')).toBe(before + 50_000n)
})

it('an adjustment is taken back once, by four eyes again', async () => {
  const before = await balance('equity')
  const { id } = await ana.api.books.staff.propose(capital)
  await expectRefusal(
    ana.api.books.staff.reverse({ id, reason: 'Too early' }),
    'adjustment_reversed',
  )
  await ben.api.books.staff.approve({ id })
  const reversal = await ana.api.books.staff.reverse({ id, reason: 'Posted twice' })
  expect(reversal).toMatchObject({ reverses: id, state: 'proposed', amountCents: 50_000n })
  await expectRefusal(ben.api.books.staff.reverse({ id, reason: 'Again' }), 'adjustment_reversed')
  await ben.api.books.staff.approve({ id: reversal.id })
  expect(await balance('equity')).toBe(before)
  for (const taken of [id, reversal.id])
    await expectRefusal(
      ana.api.books.staff.reverse({ id: taken, reason: 'Again' }),
      'adjustment_reversed',
    )
})

it('a fee sweep takes out what was earned, and no cent more', async () => {
  const { trust } = await ana.api.books.staff.overview()
  expect(trust.gapCents).toBe(0n)
  const tooMuch = await ana.api.books.staff.propose(sweep(trust.unsweptCents + 1n))
  await expectRefusal(ben.api.books.staff.approve({ id: tooMuch.id }), 'sweep_too_large')
  const all = await ana.api.books.staff.propose(sweep(trust.unsweptCents))
  const again = await ana.api.books.staff.propose(sweep(1n))
  await ben.api.books.staff.approve({ id: all.id })
  await expectRefusal(ben.api.books.staff.approve({ id: again.id }), 'sweep_too_large')
  const after = (await ana.api.books.staff.overview()).trust
  expect(after).toMatchObject({ unsweptCents: 0n, gapCents: 0n })

  const back = await ana.api.books.staff.reverse({ id: all.id, reason: 'Wrong month' })
  await ben.api.books.staff.approve({ id: back.id })
  expect((await ana.api.books.staff.overview()).trust.unsweptCents).toBe(trust.unsweptCents)
})

it('of two sweeps of the whole at once, one wins', async () => {
  await earnFees(30_000n)
  const { unsweptCents } = (await ana.api.books.staff.overview()).trust
  const ids = await Promise.all(
    [1, 2, 3].map(async () => (await ana.api.books.staff.propose(sweep(unsweptCents))).id),
  )
  const results = await Promise.allSettled(ids.map((id) => ben.api.books.staff.approve({ id })))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

it('goodwill reaches the vendor’s account, out of the operator’s own money', async () => {
  const { organizationId, id } = vendor.organization
  const { trust } = await ana.api.books.staff.overview()
  const goodwill = {
    form: 'vendor_goodwill',
    organizationId,
    amountCents: 2_500n,
    reason: 'Late payout',
  } as const
  const proposed = await ana.api.books.staff.propose(goodwill)
  await ben.api.books.staff.approve({ id: proposed.id })
  expect(await balance(account.payable(id))).toBe(2_500n)
  const after = (await ana.api.books.staff.overview()).trust
  expect(after).toEqual({
    ...trust,
    cashCents: trust.cashCents + 2_500n,
    owedCents: trust.owedCents + 2_500n,
  })
})

it('a claim that is not there cannot be paid', async () => {
  const { organizationId } = (await market.member('client')).organization
  const claim = { form: 'claim_paid', organizationId, amountCents: 100n, reason: 'Wire' } as const
  const { id } = await ana.api.books.staff.propose(claim)
  await expectRefusal(ben.api.books.staff.approve({ id }), 'balance_too_small')
  expect((await ana.api.books.staff.adjustments({ limit: 1 })).items).toMatchObject([
    { id, state: 'proposed' },
  ])
})

it('bad input names the field and proposes nothing', async () => {
  const { organizationId } = (await market.member('client')).organization
  const before = (await ana.api.books.staff.adjustments({ limit: 100 })).items.length
  const cases = [
    [{ ...capital, amountCents: 0n }, 'amountCents'],
    [{ ...capital, reason: ' ' }, 'reason'],
    [{ ...capital, form: 'escrow_out' as 'capital' }, 'form'],
    [{ ...capital, form: 'vendor_goodwill' }, 'organizationId'],
    [{ ...capital, form: 'vendor_goodwill', organizationId }, 'organizationId'],
    [{ ...capital, form: 'claim_lost', organizationId: 'ORG-00000-NOBOD' }, 'organizationId'],
  ] as const
  for (const [input, field] of cases)
    await expect(ana.api.books.staff.propose(input)).rejects.toMatchObject({
      code: 'bad_input',
      data: { field },
    })
  expect((await ana.api.books.staff.adjustments({ limit: 100 })).items).toHaveLength(before)
})

it('every step is in the log, by user ID alone', async () => {
  const { id } = await ana.api.books.staff.propose({ ...capital, reason: 'A secret reason' })
  await ben.api.books.staff.approve({ id })
  const { items } = await ana.api.audit.list({ object: id, limit: 5 })
  expect(items).toMatchObject([
    { action: 'adjustment.approve', object: `adjustment:${id}` },
    { action: 'adjustment.propose', detail: { form: 'capital', amountCents: '50000' } },
  ])
  const { rows } = await market.platform.db.pool.query(
    `select actor, detail::text from app.audit_log where object = $1 order by seq`,
    [`adjustment:${id}`],
  )
  expect(rows.map(({ actor }) => actor)).toEqual([ana.userId, ben.userId])
  expect(JSON.stringify(rows)).not.toMatch(/secret/)
})

it('the books cannot be read or changed by anybody but staff', async () => {
  const { id } = await ana.api.books.staff.propose(capital)
  const member = await market.colleague(vendor, 'member')
  const refusals: [Api, ErrorCode][] = [
    [market.visitor, 'sign_in_required'],
    [(await market.stranger()).api, 'not_permitted'],
    [(await market.member('client')).api, 'not_permitted'],
    [vendor.api, 'not_permitted'],
    [member.api, 'not_permitted'],
  ]
  for (const [api, code] of refusals) {
    const { staff } = api.books
    await expectRefusals(
      [
        staff.overview(),
        staff.verify(),
        staff.accounts({ search: '', limit: 5 }),
        staff.statement({ code: 'cash_trust', limit: 5 }),
        staff.entries({ limit: 5 }),
        staff.adjustments({ limit: 5 }),
        staff.propose(capital),
        staff.reverse({ id, reason: 'Mine' }),
        staff.approve({ id }),
        staff.reject({ id }),
        staff.withdraw({ id }),
        staff.statements({ limit: 5 }),
        staff.breaks({ limit: 5 }),
      ],
      code,
    )
  }
  expect((await ana.api.books.staff.adjustments({ limit: 1 })).items).toMatchObject([
    { id, state: 'proposed' },
  ])
})

it('an adjustment of nobody’s is not found', async () => {
  const id = crypto.randomUUID()
  const { staff } = ana.api.books
  await expectRefusals(
    [
      staff.approve({ id }),
      staff.reject({ id }),
      staff.withdraw({ id }),
      staff.reverse({ id, reason: 'None' }),
      staff.statement({ code: 'escrow:CTR-0', limit: 5 }),
    ],
    'not_found',
  )
})
