import { describe, expect, it } from 'vitest'
import { expectRefusal, expectRefusals, race } from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import {
  eventsOf,
  mailSubjectsTo,
  noticesOf,
  proposeChange,
  say,
  startTalk,
  termsOf,
} from '../../../testing/fixtures/negotiation-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'

const { market, client, vendor, stranger } = await useMarket({
  client: 'client',
  vendor: 'vendor',
  stranger: 'both',
})

const newest = async (person: Person, conversationId: string) =>
  (await person.api.negotiation.messages({ conversationId })).items[0]!

describe('a proposal', () => {
  it('is a message to the other party, a pending term on both sides, and mail', async () => {
    const { conversationId, offerId } = await startTalk(client, vendor)
    const before = (await mailSubjectsTo(market, client)).length
    const made = await proposeChange(
      vendor,
      conversationId,
      { timelineDays: 16, priceCents: 1_850_000n },
      { note: ' One more pass ' },
    )
    const changes = [{ field: 'timeline', from: 10, to: 16 }]
    const flags = { timeline: "2 days over the request's deadline" }
    expect(made).toMatchObject({
      offerId,
      status: 'pending',
      isOwn: true,
      note: 'One more pass',
      changes,
      flags,
      proposed: { timelineDays: 16 },
      baseRevision: 1,
      decidedAt: null,
    })
    expect(await newest(client, conversationId)).toMatchObject({
      type: 'contract_update',
      isOwn: false,
      body: '',
      proposal: { id: made.id, isOwn: false, byName: made.byName, changes, flags },
    })
    for (const [party, isOwn] of [
      [client, false],
      [vendor, true],
    ] as const) {
      const terms = await termsOf(party, conversationId)
      expect(terms).toMatchObject({ pendingProposalId: made.id, pendingIsOwn: isOwn, revision: 1 })
      expect(terms.pendingChanges).toEqual(changes)
      expect(await eventsOf(market, party, conversationId)).toEqual([
        'message.sent',
        'terms.changed',
      ])
    }
    const { items } = await client.api.negotiation.list({ side: 'client' })
    expect(items[0]).toMatchObject({ lastMessage: 'Proposed 1 change', unreadCount: 1 })
    expect((await noticesOf(client))[0]).toMatchObject({
      title: 'Contract changes proposed',
      message: expect.stringContaining('Delivery Timeline 10 days → 16 days'),
      path: `/client-dashboard?messages=${conversationId}`,
    })
    expect((await mailSubjectsTo(market, client)).slice(before)).toEqual([
      'Contract changes proposed',
    ])
  })

  it('holds each kind of term exactly, in their order, and flags what misses the request', async () => {
    const { conversationId } = await startTalk(client, vendor)
    const proposed = {
      privacyLevel: 'maximum',
      minAccuracyPercent: 90,
      sampleRecords: 1000,
      dataFormats: ['xlsx', 'json'],
      priceCents: 2_600_050n,
    } as const
    const made = await proposeChange(client, conversationId, {
      ...proposed,
      dataFormats: [...proposed.dataFormats],
    })
    expect(made.proposed).toEqual(proposed)
    expect(made.changes).toEqual([
      { field: 'price', from: '1850000', to: '2600050' },
      { field: 'format', from: ['csv'], to: ['xlsx', 'json'] },
      { field: 'samples', from: null, to: 1000 },
      { field: 'accuracy', from: null, to: 90 },
      { field: 'privacy', from: 'standard', to: 'maximum' },
    ])
    expect(made.flags).toEqual({
      price: "Above the request's budget",
      format: 'The request asks for CSV',
    })
    await vendor.api.negotiation.approve({ proposalId: made.id })
    const { values, revision, pendingChanges } = await termsOf(client, conversationId)
    expect(values).toMatchObject({ ...proposed, timelineDays: 10 })
    expect(revision).toBe(2)
    expect(pendingChanges).toEqual([])
  })

  it('changes something', async () => {
    const { conversationId } = await startTalk(client, vendor)
    for (const changes of [{}, { timelineDays: 10 }, { dataFormats: ['csv' as const] }])
      await expectRefusal(proposeChange(client, conversationId, changes), 'nothing_proposed')
    expect((await client.api.negotiation.messages({ conversationId })).items).toEqual([])
  })

  it.each([
    [{ timelineDays: 0 }, 'changes.timelineDays'],
    [{ timelineDays: 366 }, 'changes.timelineDays'],
    [{ priceCents: 99n }, 'changes.priceCents'],
    [{ dataFormats: [] }, 'changes.dataFormats'],
    [{ sampleRecords: 0 }, 'changes.sampleRecords'],
    [{ minAccuracyPercent: 101 }, 'changes.minAccuracyPercent'],
  ])('that asks for %o names the field and changes nothing', async (changes, field) => {
    const { conversationId } = await startTalk(client, vendor)
    await expect(proposeChange(client, conversationId, changes)).rejects.toMatchObject({
      code: 'bad_input',
      data: { field },
    })
    expect((await termsOf(client, conversationId)).pendingProposalId).toBeNull()
  })

  it('needs an offer', async () => {
    const { conversationId, dprId } = await startTalk(client, vendor)
    const other = await market.member('vendor')
    const { id } = await client.api.negotiation.open({ dprId, vendorId: other.organization.id })
    expect(await client.api.negotiation.terms({ conversationId: id })).toBeNull()
    await expectRefusal(proposeChange(client, id), 'not_found')
    expect(id).not.toBe(conversationId)
  })

  it('waits alone: several at once leave one, of either party', async () => {
    const { conversationId } = await startTalk(client, vendor)
    let turn = 0
    const { wins, codes } = await race(8, () =>
      proposeChange(turn++ % 2 ? client : vendor, conversationId),
    )
    expect({ wins, codes }).toEqual({ wins: 1, codes: new Set(['proposal_pending']) })
    const { items } = await client.api.negotiation.messages({ conversationId })
    expect(items).toHaveLength(1)
  })

  it("is the database's to keep alone, too", async () => {
    const { conversationId, offerId } = await startTalk(client, vendor)
    await proposeChange(client, conversationId)
    const copy = market.platform.db.pool.query(
      `insert into proposals (conversation_id, offer_id, client, vendor, proposed_by, base_revision, proposed, changes)
       select conversation_id, offer_id, client, vendor, proposed_by, base_revision, proposed, changes
       from proposals where offer_id = $1`,
      [offerId],
    )
    await expect(copy).rejects.toMatchObject({ constraint: 'proposals__one_pending' })
  })

  it('gives way to a counter that names it, and to nothing else', async () => {
    const { conversationId } = await startTalk(client, vendor)
    const first = await proposeChange(vendor, conversationId, { timelineDays: 16 })
    const changes = { timelineDays: 13 }
    const counter = (counters?: string, by = client) =>
      proposeChange(by, conversationId, changes, { counters })
    await expectRefusals(
      [counter(), counter(crypto.randomUUID()), counter(first.id, vendor)],
      'proposal_pending',
    )
    const { wins } = await race(8, () => counter(first.id))
    expect(wins).toBe(1)
    const { items } = await vendor.api.negotiation.messages({ conversationId })
    expect(items.map(({ proposal }) => [proposal?.isOwn, proposal?.status])).toEqual([
      [false, 'pending'],
      [true, 'countered'],
    ])
    expect((await noticesOf(vendor))[0]!.message).toContain('answers your proposal with another')
    await expectRefusal(
      vendor.api.negotiation.withdraw({ proposalId: first.id }),
      'proposal_decided',
    )
  })

  it('that was answered can no longer be countered', async () => {
    const { conversationId } = await startTalk(client, vendor)
    const { id: counters } = await proposeChange(vendor, conversationId)
    await vendor.api.negotiation.withdraw({ proposalId: counters })
    const changes = { timelineDays: 13 }
    await expectRefusal(
      proposeChange(client, conversationId, changes, { counters }),
      'proposal_decided',
    )
  })

  it('is made on the terms that stand, by a party', async () => {
    const { conversationId } = await startTalk(client, vendor)
    const { id } = await proposeChange(vendor, conversationId)
    await client.api.negotiation.approve({ proposalId: id })
    await expectRefusal(
      proposeChange(client, conversationId, { timelineDays: 9 }, { revision: 1 }),
      'terms_changed',
    )
    await expectRefusal(proposeChange(stranger, conversationId), 'not_found')
    const asVisitor = { ...client, api: market.visitor }
    await expectRefusal(proposeChange(asVisitor, conversationId), 'sign_in_required')
    await say(client, conversationId)
    expect(await termsOf(vendor, conversationId)).toMatchObject({
      revision: 2,
      pendingProposalId: null,
      pendingIsOwn: false,
    })
  })
})
