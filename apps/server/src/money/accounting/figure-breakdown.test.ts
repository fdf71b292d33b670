import type { Figure } from '@semblance/contract'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { runBank } from '../../../testing/fixtures/bank-account-fixtures.ts'
import {
  agree,
  bankAccount,
  type Deal,
  deliver,
  dprForm,
  expectRefusal,
  expectSoundLedger,
  fundedDeal,
  pay,
  release,
} from '../../../testing/fixtures/deal-fixtures.ts'
import {
  type Market,
  openTestMarket,
  type Person,
} from '../../../testing/fixtures/market-fixtures.ts'
import { bankingForm } from '../../../testing/fixtures/payout-fixtures.ts'
import { claimDispute, claimDisputeEnd } from '../../market/contracts/service.ts'
import { system } from '../../platform/database/db.ts'
import type { SystemCtx } from '../../platform/http/context.ts'
import { freezeEscrow, splitEscrow, unfreezeEscrow } from '../escrow/service.ts'
import { runPayouts } from '../payouts/service.ts'

let market: Market
let client: Person
let vendor: Person
/** Contracts in every state of their money, on the way to which all figures were explained. */
let deals: Deal[]
beforeAll(async () => {
  market = await openTestMarket()
  client = await market.member('client')
  vendor = await market.member('vendor')
  deals = []
})
afterEach(() => expectSoundLedger(market))
afterAll(() => market.close())

async function explain(person: Person, figure: Figure, contractId?: string) {
  const lines = []
  let cursor: string | undefined
  let sumCents = 0n
  let linesCount = 0
  do {
    const page = await person.api.books.explain({ figure, contractId, limit: 2, cursor })
    lines.push(...page.items)
    ;({ sumCents, linesCount } = page)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  expect(lines).toHaveLength(linesCount)
  expect(lines.reduce((sum, { amountCents }) => sum + amountCents, 0n)).toBe(sumCents)
  let rest = sumCents
  for (const line of lines) {
    expect(line.sumCents).toBe(rest)
    rest -= line.amountCents
  }
  return sumCents
}

/** Compares every figure with that on its own screen; of contracts those of the newest one, or of these. */
async function expectAllExplained(shown = deals.slice(-1)): Promise<void> {
  const [clients, vendors, earnings, payouts] = await Promise.all([
    client.api.dashboards.client(),
    vendor.api.dashboards.vendor(),
    vendor.api.earnings.summary(),
    vendor.api.payouts.overview(),
  ])
  expect(await explain(client, 'client.spent')).toBe(clients.investedCents)
  expect(await explain(client, 'client.held')).toBe(clients.heldCents)
  expect(await explain(client, 'client.released')).toBe(clients.releasedCents)
  expect(await explain(vendor, 'earnings.total')).toBe(earnings.totalCents)
  expect(vendors.earnedCents).toBe(earnings.totalCents)
  expect(await explain(vendor, 'earnings.thisMonth')).toBe(earnings.thisMonthCents)
  expect(await explain(vendor, 'earnings.pending')).toBe(earnings.pendingCents)
  expect(vendors.heldCents).toBe(earnings.pendingCents)
  expect(await explain(vendor, 'earnings.paid')).toBe(earnings.completedCents)
  expect(await explain(vendor, 'earnings.processing')).toBe(
    payouts.payableCents + payouts.inTransitCents,
  )
  for (const { contractId } of shown)
    for (const person of [client, vendor]) {
      const contract = await person.api.contracts.get({ contractId })
      expect(await explain(person, 'contract.held', contractId)).toBe(contract.heldCents)
      expect(await explain(person, 'contract.released', contractId)).toBe(contract.releasedCents)
    }
}

const onContract = ({ contractId }: Deal, work: (ctx: SystemCtx, id: string) => Promise<unknown>) =>
  market.platform.db.transaction(system, (tx) =>
    work({ tx, now: new Date(), platform: market.platform }, contractId),
  )

const freeze = (deal: Deal) =>
  onContract(deal, async (ctx, id) => freezeEscrow(ctx, await claimDispute(ctx.tx, id, ctx.now)))

const thaw = (deal: Deal) =>
  onContract(deal, async (ctx, id) =>
    unfreezeEscrow(ctx, await claimDisputeEnd(ctx.tx, id, { resumeSince: ctx.now }, ctx.now)),
  )

const issueRulingOn = (deal: Deal, toVendorCents: bigint, toClientCents: bigint) =>
  onContract(deal, async (ctx, id) => {
    const contract = await claimDisputeEnd(ctx.tx, id, 'completed', ctx.now)
    await splitEscrow(ctx, contract, { toVendorCents, toClientCents, reason: 'ruling' })
  })

it('before any money, every figure is nothing', async () => {
  deals.push(await agree(client, vendor, 1_850_000n))
  await expectAllExplained()
  expect(await explain(client, 'contract.paid', deals[0]!.contractId)).toBe(0n)
})

it('while the bank has a payment, it is pending', async () => {
  const { offerId, contractId } = deals[0]!
  await pay(client, offerId)
  await expectAllExplained()
  expect(await explain(client, 'contract.pending', contractId)).toBe(1_896_250n)
  expect(await explain(client, 'contract.paid', contractId)).toBe(0n)
})

it('settled, it is held, and of the client’s spending', async () => {
  await client.settle()
  const { contractId } = deals[0]!
  await expectAllExplained()
  expect(await explain(client, 'contract.pending', contractId)).toBe(0n)
  expect(await explain(client, 'contract.paid', contractId)).toBe(1_896_250n)
  expect(await explain(client, 'contract.held', contractId)).toBe(1_850_000n)
})

it('released, it is the vendor’s earning', async () => {
  const { contractId } = deals[0]!
  await deliver(market, contractId)
  await release(market, client, contractId)
  await expectAllExplained()
  expect(await explain(vendor, 'contract.released', contractId)).toBe(1_850_000n)
})

it('frozen and thawed, it is held all along', async () => {
  const deal = await fundedDeal(client, vendor, 300_000n)
  deals.push(deal)
  await freeze(deal)
  await expectAllExplained()
  expect(await explain(vendor, 'contract.held', deal.contractId)).toBe(300_000n)
  await thaw(deal)
  await expectAllExplained()
})

it('divided by a ruling, each part is where it went, and stays so once the refund is paid', async () => {
  const deal = await fundedDeal(client, vendor, 1_000_001n)
  deals.push(deal)
  await deliver(market, deal.contractId)
  await freeze(deal)
  await issueRulingOn(deal, 600_000n, 400_001n)
  await expectAllExplained()
  for (const person of [client, vendor])
    expect(await explain(person, 'contract.refunded', deal.contractId)).toBe(400_001n)
  await client.settle()
  await expectAllExplained()
})

it('a payment that the bank takes back is paid no more', async () => {
  const deal = await agree(client, vendor, 500_000n)
  deals.push(deal)
  await client.api.payments.fund({
    offerId: deal.offerId,
    bankAccount: { ...bankAccount, accountNumber: '000123459010' },
    accepted: client.accepted,
  })
  await client.settle()
  await expectAllExplained()
  await client.settle('returned')
  await expectAllExplained()
  expect(await explain(client, 'contract.paid', deal.contractId)).toBe(0n)
})

it('paid out, it is processing no more', async () => {
  const admin = await market.colleague(vendor, 'administrator')
  await admin.api.banking.save({ ...bankingForm('6789'), revision: 0 })
  const inEightDays = new Date(Date.now() + 8 * 86_400_000)
  await runPayouts(market.platform, inEightDays)
  await expectAllExplained()
  await runBank(market)
  await expectAllExplained(deals)
  expect(await explain(vendor, 'earnings.processing')).toBe(0n)
  expect(await explain(vendor, 'earnings.paid')).toBe(2_450_000n)
})

it('says in words what happened, on which contract', async () => {
  const { items } = await client.api.books.explain({
    figure: 'contract.held',
    contractId: deals[0]!.contractId,
    limit: 5,
  })
  expect(items).toMatchObject([
    { what: 'Released to the vendor', amountCents: -1_850_000n, sumCents: 0n },
    { what: 'Payment settled into escrow', amountCents: 1_850_000n, sumCents: 1_850_000n },
  ])
  expect(items[0]).toMatchObject({ contractId: deals[0]!.contractId, contractTitle: dprForm.title })
})

it('a contract of others is not found, and nobody reads the other side’s figures', async () => {
  const { contractId } = deals[0]!
  const otherClient = await market.member('client')
  const otherVendor = await market.member('vendor')
  for (const figure of ['contract.held', 'contract.paid'] as const) {
    await expectRefusal(otherClient.api.books.explain({ figure, contractId }), 'not_found')
    await expectRefusal(otherVendor.api.books.explain({ figure, contractId }), 'not_found')
    await expectRefusal(client.api.books.explain({ figure, contractId: 'CTR-0' }), 'not_found')
    await expectRefusal(market.visitor.books.explain({ figure, contractId }), 'sign_in_required')
  }
  for (const figure of ['contract.paid', 'contract.pending'] as const)
    await expectRefusal(vendor.api.books.explain({ figure, contractId }), 'not_permitted')
  await expectRefusal(vendor.api.books.explain({ figure: 'client.spent' }), 'not_permitted')
  await expectRefusal(client.api.books.explain({ figure: 'earnings.total' }), 'not_permitted')
  await expectRefusal(market.visitor.books.explain({ figure: 'client.spent' }), 'sign_in_required')
  await expectRefusal(client.api.books.explain({ figure: 'contract.held' }), 'bad_input')
  expect(await explain(otherClient, 'client.spent')).toBe(0n)
  expect(await explain(otherVendor, 'earnings.total')).toBe(0n)
})
