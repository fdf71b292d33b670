import type { ErrorCode } from '@semblance/contract'
import { afterEach, expect, it } from 'vitest'
import {
  actingAs,
  agree,
  balances,
  bankAccount,
  type Deal,
  deliver,
  expectSoundLedger,
  fundedDeal,
  pay,
  release,
} from '../../../testing/fixtures/deal-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { isLong } from '../../../testing/test-length.ts'
import { claimDispute, claimDisputeEnd, contractMoney } from '../../market/contracts/service.ts'
import { changeTerms } from '../../market/offers/service.ts'
import { system } from '../../platform/database/db.ts'
import { freezeEscrow, processReviewDeadlines, splitEscrow } from './service.ts'

/** Sets the runs of each of the two commands. */
const TIMES = isLong ? 25 : 6

const { market, client, vendor } = await useMarket({ client: 'client', vendor: 'vendor' })
afterEach(() => expectSoundLedger(market))

type Command = (deal: Deal) => Promise<unknown>

/** Builds a command that the platform itself runs on a contract. */
const asPlatform = (
  work: (ctx: Parameters<typeof freezeEscrow>[0], deal: Deal) => Promise<void>,
): Command =>
  function act(deal) {
    const { platform } = market
    return platform.db.transaction(system, (tx) => work({ tx, now: new Date(), platform }, deal))
  }

const commands = {
  'an acceptance': ({ contractId }) => release(market, client, contractId),
  'a cancellation': ({ contractId }) => client.api.payments.cancel({ contractId }),
  'a payment': ({ offerId }) => pay(client, offerId),
  'a dispute': asPlatform(async (ctx, { contractId }) => {
    await freezeEscrow(ctx, await claimDispute(ctx.tx, contractId, ctx.now))
  }),
  silence: async () => {
    await processReviewDeadlines(market.platform, new Date(Date.now() + 30 * 86_400_000))
  },
  'a delivery': async ({ contractId }) => {
    await deliver(market, contractId)
  },
  'a lower price': ({ offerId }) =>
    actingAs(market, vendor, (ctx) =>
      changeTerms(ctx, {
        offerId,
        baseRevision: 1,
        changes: { priceCents: 1_000_000n },
        changedBy: vendor.organization.id,
        consent: null,
      }),
    ),
  'a ruling for the client': ruling(0n),
  'a ruling for the vendor': ruling(100n),
} satisfies Record<string, Command>
type CommandName = keyof typeof commands

function ruling(percent: bigint): Command {
  return asPlatform(async (ctx, { contractId }) => {
    const contract = await claimDisputeEnd(ctx.tx, contractId, 'cancelled', ctx.now)
    const { heldCents } = (await contractMoney(ctx.tx, [contractId]))(contractId)
    const toVendorCents = (heldCents * percent) / 100n
    const toClientCents = heldCents - toVendorCents
    await splitEscrow(ctx, contract, { toVendorCents, toClientCents, reason: 'ruling' })
  })
}

const situations = {
  'an unpaid contract': () => agree(client, vendor),
  'a contract in work': () => fundedDeal(client, vendor),
  'a contract under review': async () => {
    const deal = await fundedDeal(client, vendor)
    await deliver(market, deal.contractId)
    return deal
  },
  'a disputed contract': async () => {
    const deal = await fundedDeal(client, vendor)
    await commands['a dispute'](deal)
    return deal
  },
} satisfies Record<string, () => Promise<Deal>>

type Conflict = [keyof typeof situations, CommandName, CommandName]

const usual: Conflict[] = [
  ['an unpaid contract', 'a payment', 'a payment'],
  ['a contract in work', 'a cancellation', 'a delivery'],
  ['a contract under review', 'an acceptance', 'a dispute'],
  ['a disputed contract', 'a ruling for the client', 'a ruling for the vendor'],
]
const others: Conflict[] = [
  ['an unpaid contract', 'a cancellation', 'a cancellation'],
  ['a contract in work', 'a cancellation', 'a dispute'],
  ['a contract in work', 'a lower price', 'a lower price'],
  ['a contract under review', 'an acceptance', 'an acceptance'],
  ['a contract under review', 'silence', 'a dispute'],
  ['a contract under review', 'silence', 'an acceptance'],
]

it.each(isLong ? [...usual, ...others] : usual)(
  'on %s, of %s and %s at once, one wins',
  { tags: 'scaled' },
  async (situation, one, other) => {
    const deal = await situations[situation]()
    const attempts = Array.from({ length: TIMES }, () => [commands[one], commands[other]]).flat()
    const results = await Promise.allSettled(attempts.map((attempt) => attempt(deal)))
    const lost = results.filter((result) => result.status === 'rejected')
    const codes = new Set<ErrorCode>(lost.map(({ reason }) => reason.code))
    for (const code of codes) expect(expectedLosses).toContain(code)
    // Silence is never refused; it just finds nothing to do.
    if (one !== 'silence') expect(results.length - lost.length).toBe(1)
    await client.settle()
    const { contractId } = deal
    const { heldCents, releasedCents } = await client.api.contracts.get({ contractId })
    expect([0n, 1_850_000n]).toContain(releasedCents)
    expect(releasedCents + heldCents).toBeLessThanOrEqual(1_850_000n)
  },
)

/** Lists the permitted errors of the slower command, without 500s and deadlocks. */
const expectedLosses: ErrorCode[] = [
  'already_funded',
  'already_released',
  'contract_disputed',
  'contract_fixed',
  'not_awaiting_delivery',
  'not_awaiting_review',
  'terms_changed',
]

it('of payments and cancellations at once, the contract is either paid or called off', {
  tags: 'scaled',
}, async () => {
  const deal = await agree(client, vendor)
  await Promise.allSettled(
    Array.from({ length: TIMES }, () => [
      client.api.payments.fund({ offerId: deal.offerId, bankAccount, accepted: client.accepted }),
      client.api.payments.cancel({ contractId: deal.contractId }),
    ]).flat(),
  )
  await client.settle()
  const { status, heldCents } = await client.api.contracts.get({ contractId: deal.contractId })
  expect([
    ['in_progress', 1_850_000n],
    ['cancelled', 0n],
  ]).toContainEqual([status, heldCents])
  expect((await balances(market)).get(`escrow_pending:${deal.contractId}`) ?? 0n).toBe(0n)
})
