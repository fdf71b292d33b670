/** Tests that a member of an organization that buys and sells acts on the side that its role is of. */
import type { MemberRole } from '@semblance/contract'
import { beforeAll, describe, it } from 'vitest'
import { type Deal, expectRefusals, fundedDeal } from '../../../testing/fixtures/deal-fixtures.ts'
import {
  answer,
  deliveredDeal,
  openOn,
  upload,
} from '../../../testing/fixtures/dispute-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'

const { market, client, vendor } = await useMarket({ client: 'client', vendor: 'vendor' })
let owner: Person
let requester: Person
let seller: Person
let finance: Person
beforeAll(async () => {
  owner = await market.colleague(await market.member('both'), 'administrator')
  requester = await colleague('requester')
  seller = await colleague('seller')
  finance = await colleague('finance')
})

async function colleague(...roles: MemberRole[]): Promise<Person> {
  const member = await market.colleague(owner, 'member')
  await owner.api.organizations.setMemberRoles({ id: member.userId, roles })
  return member
}

/** Tries everything that a party may do to a contract before a dispute. */
const acts = ({ api }: Person, { contractId }: Deal) => [
  api.payments.cancel({ contractId }),
  api.disputes.open({
    contractId,
    reason: 'quality',
    statement: 'Half of the columns are constant.',
    asks: 'full_refund',
  }),
  api.milestones.add({ contractId, title: 'Kickoff', description: '', dueOn: null }),
]

/** Tries everything that a party may do in a dispute, with a settlement of the other party. */
const actsIn = ({ api }: Person, disputeId: string, settlementId: string) => [
  ...moneyActsIn({ api }, disputeId, settlementId),
  api.disputes.addStatement({ disputeId, statement: 'Once more.' }),
  api.disputes.reject({ settlementId }),
  api.disputes.escalate({ disputeId }),
  api.disputes.withdraw({ disputeId }),
]
const moneyActsIn = ({ api }: Pick<Person, 'api'>, disputeId: string, settlementId: string) => [
  api.disputes.propose({ disputeId, toVendorCents: 1n }),
  api.disputes.accept({ settlementId }),
]

async function settlementOf(proposer: Person, disputeId: string): Promise<string> {
  const { settlements } = await proposer.api.disputes.propose({ disputeId, toVendorCents: 2n })
  return settlements[0]?.id ?? ''
}

describe('an organization that buys and sells', () => {
  it('is not bound as a client by one who only sells', async () => {
    await expectRefusals(acts(seller, await fundedDeal(owner, vendor)), 'role_missing')
    const deal = await deliveredDeal(market, owner, vendor)
    const { id } = await openOn(requester, deal)
    await answer(vendor, id)
    const settlement = await settlementOf(vendor, id)
    await expectRefusals(actsIn(seller, id, settlement), 'role_missing')
    await requester.api.disputes.accept({ settlementId: settlement })
  })

  it('is not bound as a vendor by one who only buys', async () => {
    await expectRefusals(acts(requester, await fundedDeal(client, owner)), 'role_missing')
    const deal = await deliveredDeal(market, client, owner)
    const { id } = await openOn(client, deal)
    await answer(seller, id)
    const settlement = await settlementOf(client, id)
    await expectRefusals(actsIn(requester, id, settlement), 'role_missing')
    await expectRefusals(moneyActsIn(finance, id, settlement), 'role_missing')
    await seller.api.disputes.accept({ settlementId: settlement })
  })

  it('keeps no evidence from one who has no role of that side', async () => {
    const deal = await fundedDeal(owner, vendor)
    for (const person of [seller, await colleague()])
      await expectStatus(upload(market, person, deal.contractId), 403)
    await expectStatus(upload(market, requester, deal.contractId), 201)
  })
})

async function expectStatus(response: Promise<Response>, status: number): Promise<void> {
  const { status: found } = await response
  if (found !== status) throw new Error(`${found} in place of ${status}`)
}
