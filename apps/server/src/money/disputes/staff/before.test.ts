/** Staff read what the parties of a dispute did before it. */
import { expect, it } from 'vitest'
import { expectRefusal, fundedDeal } from '../../../../testing/fixtures/deal-fixtures.ts'
import { deliveredDeal, escalated, openOn } from '../../../../testing/fixtures/dispute-fixtures.ts'
import { useMarket } from '../../../../testing/fixtures/use-market.ts'

const { market, client, vendor } = await useMarket({ client: 'client', vendor: 'vendor' })
const small = 999_999n
const none = { allToVendor: 0, shared: 0, allToClient: 0 }

it('counts the deals and disputes of each party and of both, but not this contract', async () => {
  const staff = (await market.staff()).api.disputes.staff
  const people = { client, vendor }
  const first = await escalated(await fundedDeal(client, vendor, small), people)
  const read = await staff.get({ disputeId: first })
  const nothing = { deals: 0, completed: 0, disputes: 0 }
  expect(read.before).toEqual({
    client: { ...nothing, opened: 0 },
    vendor: { ...nothing, opened: 0 },
    together: nothing,
    alike: none,
  })
  await staff.rule({ disputeId: first, toVendorCents: 1n, reasons: 'Late.' })

  await fundedDeal(await market.member('client'), vendor, small)
  const again = await escalated(await fundedDeal(client, vendor, small), people)
  const { before } = await staff.get({ disputeId: again })
  expect(before).toEqual({
    client: { deals: 1, completed: 0, disputes: 1, opened: 1 },
    vendor: { deals: 2, completed: 0, disputes: 1, opened: 0 },
    together: { deals: 1, completed: 0, disputes: 1 },
    alike: { ...none, shared: 1 },
  })
  expect((await staff.get({ disputeId: first })).before).toEqual(read.before)
})

it('lists who did what on the contract, oldest first, and for staff alone', async () => {
  const deal = await deliveredDeal(market, client, vendor, small)
  const { id: disputeId } = await openOn(client, deal)
  const { contractEvents } = await (await market.staff()).api.disputes.staff.get({ disputeId })
  expect(contractEvents.map(({ kind, by }) => [kind, by]).slice(0, 3)).toEqual([
    ['offered', 'vendor'],
    ['agreed', 'client'],
    ['funded', 'client'],
  ])
  for (const { api } of [client, vendor])
    await expectRefusal(api.disputes.staff.get({ disputeId }), 'not_permitted')
})
