/** Tests payouts against a model of four integers: no event, in any order, creates or loses a cent. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { balances, expectSoundLedger } from '../../../testing/fixtures/deal-fixtures.ts'
import { bankingForm, expectPayoutsAddUp } from '../../../testing/fixtures/payout-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { isLong } from '../../../testing/test-length.ts'
import { system, type Tx } from '../../platform/database/db.ts'
import { account, post } from '../ledger/service.ts'
import { findLive } from './queries.ts'
import { applyPayoutOutcome, payVendor } from './service.ts'

const { market } = await useMarket({}, { bankDaySeconds: 86_400 })

const steps = ['give', 'take', 'pay', 'settle', 'fail', 'return', 'replay', 'account'] as const
const step = fc.record({ kind: fc.constantFrom(...steps), cents: fc.bigInt(1n, 10_000n) })
const DAY_MS = 86_400_000

async function openModel() {
  const vendor = await market.member('vendor')
  const admin = await market.colleague(vendor, 'administrator')
  const id = vendor.organization.id
  const as = <T>(work: (tx: Tx) => Promise<T>) => market.platform.db.transaction(system, work)
  await admin.api.banking.save({ ...bankingForm('1000'), revision: 0 })
  const model = { payable: 0n, transit: 0n, paid: 0n, refused: false, attempts: 0 }
  let days = 10
  let revision = 1
  let last: { key: string; cents: bigint; toRevision: number } | null = null
  let count = 0
  const now = () => new Date(Date.now() + days * DAY_MS)
  const adjust = (from: string, to: string, amountCents: bigint) =>
    as((tx) =>
      post(tx, {
        organizationId: id,
        key: `test:${count++}`,
        kind: 'adjustment',
        contractId: null,
        effectiveAt: new Date(),
        legs: [{ dr: from, cr: to, amountCents }],
      }),
    )
  const reportOutcome = (key: string, outcome: 'settled' | 'failed' | 'returned') =>
    as((tx) =>
      applyPayoutOutcome(
        { tx, now: now(), platform: market.platform },
        { key, outcome, code: outcome === 'settled' ? null : 'R02' },
      ),
    )
  const run: Record<(typeof steps)[number], (cents: bigint) => Promise<unknown>> = {
    give: (cents) => {
      model.payable += cents
      return adjust(account.cashTrust, account.payable(id), cents)
    },
    take: async (cents) => {
      const taken = adjust(account.payable(id), account.cashTrust, cents)
      if (cents > model.payable) return await expect(taken).rejects.toThrow()
      model.payable -= cents
      return await taken
    },
    pay: async () => {
      days += 10
      const sent = await as((tx) => payVendor({ tx, now: now(), platform: market.platform }, id))
      const may = model.payable > 0n && model.transit === 0n && !model.refused
      expect(sent !== null).toBe(may && model.attempts < 3)
      if (!sent) return
      last = {
        key: `payout:${sent.id}:${sent.attempt}`,
        cents: sent.amount_cents,
        toRevision: revision,
      }
      model.transit = model.payable
      model.payable = 0n
    },
    settle: async () => {
      if (!last) return
      await reportOutcome(last.key, 'settled')
      if (model.transit > 0n) model.attempts = 0
      model.paid += model.transit
      model.transit = 0n
    },
    fail: async () => {
      if (!last) return
      await reportOutcome(last.key, 'failed')
      if (model.transit > 0n) model.attempts += 1
      model.payable += model.transit
      model.transit = 0n
    },
    return: async () => {
      if (!last) return
      const before = await as((tx) => findState(tx, last!.key))
      await reportOutcome(last.key, 'returned')
      if (before !== 'paid') return
      model.paid -= last.cents
      model.payable += last.cents
      // A newer account is not to blame.
      if (last.toRevision === revision) model.refused = true
    },
    replay: async () => {
      if (last && model.transit === 0n) await reportOutcome(last.key, 'settled')
    },
    account: async () => {
      await admin.api.banking.save({ ...bankingForm(String(1000 + revision)), revision })
      revision += 1
      days += 10 // the hold
      model.refused = false
      if (model.attempts >= 3) model.attempts = 2
    },
  }
  return { id, model, run, as }
}

const findState = async (tx: Tx, key: string) =>
  (
    await tx
      .selectFrom('payouts')
      .select('state')
      .where('id', '=', key.split(':')[1]!)
      .executeTakeFirstOrThrow()
  ).state

it('paid, in transit and payable are what the model says, after every step', {
  tags: 'scaled',
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (sequence) => {
      const { id, model, run, as } = await openModel()
      for (const { kind, cents } of sequence) {
        await run[kind](cents)
        const all = await balances(market)
        expect({
          payable: all.get(`payable:${id}`) ?? 0n,
          transit: all.get(`payout_transit:${id}`) ?? 0n,
        }).toEqual({ payable: model.payable, transit: model.transit })
      }
      const live = await as((tx) => findLive(tx, id))
      expect(live?.state === 'submitted').toBe(model.transit > 0n)
      await expectPayoutsAddUp(market)
    }),
    { seed: 2026, numRuns: isLong ? 40 : 12, endOnFailure: true },
  )
  await expectSoundLedger(market)
})
