import {
  type ContractStatus,
  contractStatuses,
  type OfferStatus,
  offerCan,
} from '@semblance/contract'
import { describe, expect, it } from 'vitest'
import {
  deliver,
  expectRefusal,
  expectSoundLedger,
  fund,
  race,
  release,
} from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import {
  noticesOf,
  proposeChange,
  startTalk,
  type Talk,
  termsOf,
} from '../../../testing/fixtures/negotiation-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { casesOf } from '../../../testing/test-length.ts'

const { market, client, vendor, stranger } = await useMarket({
  client: 'client',
  vendor: 'vendor',
  stranger: 'both',
})

const actions = ['approve', 'reject', 'withdraw'] as const
type Action = (typeof actions)[number]

const act = (person: Pick<Person, 'api'>, action: Action, proposalId: string) =>
  person.api.negotiation[action]({ proposalId })

const statusOf = async (talk: Talk, proposalId: string) =>
  (await client.api.negotiation.messages(talk)).items.find(
    ({ proposal }) => proposal?.id === proposalId,
  )?.proposal?.status

/** A proposal by one party, brought into each state by the routes. */
const states = {
  pending: async () => {},
  approved: (_, id, recipient) => act(recipient, 'approve', id),
  rejected: (_, id, recipient) => act(recipient, 'reject', id),
  withdrawn: (_, id, __, proposer) => act(proposer, 'withdraw', id),
  countered: ({ conversationId }, id, recipient) =>
    proposeChange(recipient, conversationId, { timelineDays: 13 }, { counters: id }),
  outdated: ({ offerId }) => client.api.offers.reject({ offerId }),
} satisfies Record<
  string,
  (talk: Talk, id: string, recipient: Person, proposer: Person) => Promise<unknown>
>
type State = keyof typeof states

/** Between them, the sides have every state. */
const shortStates: Record<'client' | 'vendor', State[]> = {
  client: ['pending', 'withdrawn', 'outdated'],
  vendor: ['pending', 'approved', 'rejected', 'countered'],
}

describe.each(['client', 'vendor'] as const)('a proposal of the %s', (side) => {
  const others = (Object.keys(states) as State[]).filter(
    (state) => !shortStates[side].includes(state),
  )
  it.each(casesOf(shortStates[side], others))(
    'that is %s is decided by whom it should',
    { tags: 'scaled' },
    async (state) => {
      const [proposer, recipient] = side === 'client' ? [client, vendor] : [vendor, client]
      const begin = async () => {
        const talk = await startTalk(client, vendor)
        const { id } = await proposeChange(proposer, talk.conversationId)
        await states[state](talk, id, recipient, proposer)
        return { talk, id }
      }
      const decided = state === 'pending' ? null : await begin()
      for (const action of actions) {
        const { talk, id } = decided ?? (await begin())
        const [mayAct, mayNot] =
          action === 'withdraw' ? [proposer, recipient] : [recipient, proposer]
        await expectRefusal(act(mayNot, action, id), 'not_permitted')
        await expectRefusal(act(stranger, action, id), 'not_found')
        await expectRefusal(act({ api: market.visitor }, action, id), 'sign_in_required')
        expect(await statusOf(talk, id)).toBe(state)
        if (!decided) {
          const done = { approve: 'approved', reject: 'rejected', withdraw: 'withdrawn' } as const
          const answered = await act(mayAct, action, id)
          expect(answered).toMatchObject({ status: done[action], decidedAt: expect.any(Date) })
          expect(await statusOf(talk, id)).toBe(done[action])
          expect((await termsOf(client, talk.conversationId)).values.timelineDays).toBe(
            action === 'approve' ? 12 : 10,
          )
        } else {
          const code = state === 'outdated' ? 'terms_fixed' : 'proposal_decided'
          await expectRefusal(act(mayAct, action, id), code)
          expect(await statusOf(talk, id)).toBe(state)
        }
      }
    },
  )
})

it('a proposal that is not there is not found', async () => {
  for (const action of actions)
    await expectRefusal(act(client, action, crypto.randomUUID()), 'not_found')
})

it('a rejection keeps its reason, and the proposer is told', async () => {
  const { conversationId } = await startTalk(client, vendor)
  const { id: proposalId } = await proposeChange(vendor, conversationId)
  const reason = 'We need it before the season'
  const answered = await client.api.negotiation.reject({ proposalId, reason })
  expect(answered).toMatchObject({ status: 'rejected', reason })
  expect((await noticesOf(vendor))[0]).toMatchObject({
    title: 'Contract changes rejected',
    message: expect.stringContaining(`Reason: ${reason}`),
    path: `/vendor-dashboard?messages=${conversationId}`,
  })
})

describe('decisions at once', () => {
  it('approvals at once change the terms once', async () => {
    const { conversationId } = await startTalk(client, vendor)
    const { id } = await proposeChange(vendor, conversationId)
    const { wins, codes } = await race(8, () => act(client, 'approve', id))
    expect({ wins, codes }).toEqual({ wins: 1, codes: new Set(['proposal_decided']) })
    expect((await termsOf(vendor, conversationId)).revision).toBe(2)
  })

  it('of approve, reject, withdraw and counter, one decides', async () => {
    const talk = await startTalk(client, vendor)
    const { conversationId } = talk
    const { id } = await proposeChange(vendor, conversationId)
    const ways = [
      () => act(client, 'approve', id),
      () => act(client, 'reject', id),
      () => act(vendor, 'withdraw', id),
      () => proposeChange(client, conversationId, { timelineDays: 13 }, { counters: id }),
    ]
    let turn = 0
    const { wins, codes } = await race(8, () => ways[turn++ % ways.length]!())
    expect(wins).toBe(1)
    const lost = ['proposal_decided', 'proposal_pending', 'terms_changed']
    expect([...codes].filter((code) => !lost.includes(code))).toEqual([])
    expect(await statusOf(talk, id)).not.toBe('pending')
  })

  it('an offer is not accepted or declined and its proposal approved in one and the same moment', async () => {
    const { conversationId, offerId } = await startTalk(client, vendor)
    const { id } = await proposeChange(vendor, conversationId)
    const ways = [
      () => act(client, 'approve', id),
      () => client.api.offers.reject({ offerId }),
      () => client.api.offers.accept({ offerId, revision: 1 }),
    ]
    let turn = 0
    const { codes } = await race(21, () => ways[turn++ % ways.length]!())
    const lost = [
      'proposal_decided',
      'terms_fixed',
      'offer_decided',
      'proposal_pending',
      'offer_changed',
    ]
    expect([...codes].filter((code) => !lost.includes(code))).toEqual([])
  })
})

/** Moves the deal on; contract states that only a delivery or a dispute reaches are set directly. */
async function moveTo(talk: Talk, status: OfferStatus, contract: ContractStatus | null) {
  const { offerId } = talk
  if (status === 'rejected') await client.api.offers.reject({ offerId })
  if (!contract) return
  const { contractId } = await client.api.offers.accept({ offerId, revision: 1 })
  if (contract === 'awaiting_payment') return
  await fund(client, offerId)
  if (contract === 'in_progress') return
  if (contract === 'cancelled') return void (await client.api.payments.cancel({ contractId }))
  if (contract === 'pending_review' || contract === 'completed') {
    await deliver(market, contractId)
    if (contract === 'completed') await release(market, client, contractId)
    return
  }
  await market.platform.db.pool.query(
    'update contracts set status = $2, stage = null where id = $1',
    [contractId, contract],
  )
}

const shortContracts: ContractStatus[] = ['awaiting_payment', 'completed']
const otherContracts = contractStatuses.filter((status) => !shortContracts.includes(status))
const ofAccepted = (status: ContractStatus): [OfferStatus, ContractStatus] => ['accepted', status]

describe.each<[OfferStatus, ContractStatus | null]>(
  casesOf<[OfferStatus, ContractStatus | null]>(
    [['pending', null], ...shortContracts.map(ofAccepted)],
    [['rejected', null], ...otherContracts.map(ofAccepted)],
  ),
)(
  'terms of an offer that is %s with a contract that is %s',
  { tags: 'scaled' },
  (status, contract) => {
    it('are open to both parties as the rule says', async () => {
      const talk = await startTalk(client, vendor)
      const { conversationId } = talk
      await moveTo(talk, status, contract)
      for (const party of [client, vendor]) {
        const terms = await termsOf(party, conversationId)
        const canPropose = offerCan.changeTerms(status, contract)
        expect(terms).toMatchObject({
          offerStatus: status,
          contractStatus: contract,
          canPropose,
        })
        const price = proposeChange(party, conversationId, { priceCents: 1_700_000n })
        if (canPropose) await act(party, 'withdraw', (await price).id)
        else await expectRefusal(price, 'terms_fixed')
        const timeline = proposeChange(party, conversationId)
        if (!canPropose) {
          await expectRefusal(timeline, 'terms_fixed')
          continue
        }
        expect((await timeline).status).toBe('pending')
        await act(party, 'withdraw', (await timeline).id)
      }
    })
  },
)

describe('an approved proposal', () => {
  it('changes the contract that awaits payment, which is then funded at the new price', async () => {
    const talk = await startTalk(client, vendor)
    const { conversationId, offerId } = talk
    await moveTo(talk, 'accepted', 'awaiting_payment')
    const changes = { priceCents: 2_000_000n, timelineDays: 12 }
    const { id } = await proposeChange(vendor, conversationId, changes)
    await expectRefusal(fund(client, offerId), 'proposal_pending')
    await act(client, 'approve', id)
    await fund(client, offerId)
    const { contractId } = await termsOf(client, conversationId)
    const contract = await client.api.contracts.get({ contractId: contractId! })
    expect(contract).toMatchObject({ priceCents: 2_000_000n, feeCents: 50_000n })
    await expectSoundLedger(market)
  })

  it('lets an offer be accepted as it has become, and not as it was', async () => {
    const { conversationId, offerId } = await startTalk(client, vendor)
    const { id } = await proposeChange(client, conversationId)
    await expectRefusal(client.api.offers.accept({ offerId, revision: 1 }), 'proposal_pending')
    await act(vendor, 'approve', id)
    await expectRefusal(client.api.offers.accept({ offerId, revision: 1 }), 'offer_changed')
    await client.api.offers.accept({ offerId, revision: 2 })
  })

  it('is history, with who proposed it; what an edit changes beside the terms is not', {
    tags: 'long',
  }, async () => {
    const { conversationId, offerId } = await startTalk(client, vendor)
    const history = async () => (await client.api.negotiation.termHistory({ conversationId })).items
    expect(await history()).toEqual([])
    const first = await proposeChange(vendor, conversationId)
    await act(client, 'approve', first.id)
    const second = await proposeChange(
      client,
      conversationId,
      { sampleRecords: 500 },
      { revision: 2 },
    )
    await act(vendor, 'approve', second.id)
    const { additionalServicesCents: _, ...offer } = await vendor.api.offers.getSent({ offerId })
    const form = { ...offer, offerId, timelineUnit: 'days' as const }
    await vendor.api.offers.edit({
      ...form,
      timeline: 12,
      revision: 3,
      description: 'A better description',
    })
    await vendor.api.offers.edit({ ...form, timeline: 11, revision: 4 })
    expect(await history()).toMatchObject([
      {
        revision: 5,
        changes: [{ field: 'timeline', from: 12, to: 11 }],
      },
      {
        revision: 3,
        byName: second.byName,
        changes: [{ field: 'samples', from: null, to: 500 }],
      },
      { revision: 2, byName: first.byName, changes: [{ field: 'timeline' }] },
    ])
    await expectRefusal(stranger.api.negotiation.termHistory({ conversationId }), 'not_found')
    await expectRefusal(stranger.api.negotiation.terms({ conversationId }), 'not_found')
    await expectRefusal(market.visitor.negotiation.terms({ conversationId }), 'sign_in_required')
  })
})
