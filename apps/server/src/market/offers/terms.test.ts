import { expect, it } from 'vitest'
import {
  actingAs,
  agree,
  bankAccount,
  expectRefusal,
  fundedDeal,
  pay,
  postDpr,
  sendOffer,
} from '../../../testing/fixtures/deal-fixtures.ts'
import type { Api, Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { changeTerms } from './service.ts'

const { market, client, vendor, rival } = await useMarket({
  client: 'client',
  vendor: 'vendor',
  rival: 'vendor',
})

const newOffer = async () => sendOffer(vendor, await postDpr(client))
const received = async (offerId: string) =>
  (await client.api.offers.listReceived({ limit: 100 })).items.find(({ id }) => id === offerId)!

const change = (
  person: Person,
  offerId: string,
  changes: Parameters<typeof changeTerms>[1]['changes'],
  baseRevision = 1,
) =>
  actingAs(market, person, (ctx) =>
    changeTerms(ctx, {
      ...{ offerId, baseRevision, changes, consent: null },
      changedBy: person.organization.id,
    }),
  )

it('a checkout that showed another price is not charged', async () => {
  const { offerId } = await agree(client, vendor)
  const { totalCents } = await client.api.payments.checkout({ offerId })
  await change(vendor, offerId, { priceCents: 1_900_000n })
  const pay = { offerId, bankAccount, accepted: client.accepted }
  await expectRefusal(client.api.payments.fund({ ...pay, totalCents }), 'offer_changed')
  const shown = await client.api.payments.checkout({ offerId })
  expect(shown.totalCents).toBe(1_947_500n)
  await client.api.payments.fund({ ...pay, totalCents: shown.totalCents })
})

it('changed terms reach the contract: all of them before it is paid', async () => {
  const { offerId, contractId } = await agree(client, vendor)
  await change(client, offerId, { priceCents: 2_000_000n, timelineDays: 21, dataFormats: ['json'] })
  expect(await client.api.contracts.get({ contractId })).toMatchObject({
    priceCents: 2_000_000n,
    feeCents: 50_000n,
  })
  const { priceCents, timelineDays, dataFormats, revision } = await received(offerId)
  expect({ priceCents, timelineDays, dataFormats, revision }).toEqual({
    priceCents: 2_000_000n,
    timelineDays: 21,
    dataFormats: ['json'],
    revision: 2,
  })
})

it('who agrees to a change has seen it; a colleague has not', async () => {
  const offerId = await newOffer()
  const colleague = await market.colleague(client, 'member')
  const changesFor = async ({ api }: { api: Api }) => {
    const { items } = await api.offers.listReceived({ limit: 100 })
    return items.find(({ id }) => id === offerId)!.changes.map(({ field }) => field)
  }
  expect([await changesFor(client), await changesFor(colleague)]).toEqual([[], []])
  await change(client, offerId, { timelineDays: 21 })
  expect([await changesFor(client), await changesFor(colleague)]).toEqual([[], ['timeline']])
})

it('a price in escrow can still change, and what is held follows', async () => {
  const { offerId, contractId } = await fundedDeal(client, vendor)
  await change(client, offerId, { priceCents: 1_800_000n })
  expect(await client.api.contracts.get({ contractId })).toMatchObject({
    priceCents: 1_800_000n,
    heldCents: 1_800_000n,
  })
})

it('terms are refused when stale, unchanged, of a closed offer or of somebody else', async () => {
  const offerId = await newOffer()
  await expectRefusal(change(vendor, offerId, { timelineDays: 12 }, 2), 'terms_changed')
  await expectRefusal(change(vendor, offerId, { timelineDays: 10 }), 'nothing_proposed')
  await expectRefusal(change(rival, offerId, { timelineDays: 12 }), 'not_found')
  await client.api.offers.reject({ offerId })
  await expectRefusal(change(vendor, offerId, { timelineDays: 12 }), 'terms_fixed')
})

it('a price below the additional services pays for none', async () => {
  const { id: offerId } = await vendor.api.offers.submit({
    dprId: await postDpr(client),
    priceCents: 1_700_000n,
    additionalServicesCents: 100_000n,
    timelineDays: 10,
    description: 'D',
    minAccuracyPercent: null,
    accepted: vendor.accepted,
  })
  await change(client, offerId, { priceCents: 90_000n })
  expect(await received(offerId)).toMatchObject({
    priceCents: 90_000n,
    additionalServicesCents: 0n,
  })
})

it('of paying and a changed price at once, the contract is charged what it says', {
  tags: 'long',
}, async () => {
  const { offerId, contractId } = await agree(client, vendor)
  const [paid] = await Promise.allSettled([
    pay(client, offerId),
    change(vendor, offerId, { priceCents: 2_000_000n }),
  ])
  expect(paid.status).toBe('fulfilled')
  await client.settle()
  const contract = await client.api.contracts.get({ contractId })
  expect(contract.heldCents).toBe(contract.priceCents)
  expect((await received(offerId)).priceCents).toBe(contract.priceCents)
})

it('an offer states its minimum accuracy or that there is none; left out, it is refused at that field', async () => {
  const dprId = await postDpr(client, { minAccuracyPercent: 95 })
  const form = {
    dprId,
    priceCents: 1_700_000n,
    timelineDays: 10,
    description: 'D',
    accepted: client.accepted,
  } as const
  await expect(vendor.api.offers.submit(form as never)).rejects.toMatchObject({
    code: 'bad_input',
    message: 'minAccuracyPercent: State the minimum accuracy in percent, or null for none',
    data: { field: 'minAccuracyPercent' },
  })
  expect((await client.api.offers.listReceived({ dprId })).items).toEqual([])
  const sent = await vendor.api.offers.submit({ ...form, minAccuracyPercent: null })
  expect(sent.minAccuracyPercent).toBeNull()
})
