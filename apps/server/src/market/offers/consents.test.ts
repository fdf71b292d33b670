/** Tests that a contract and each change of it rest on consents of both parties to one and the same text. */
import { randomBytes } from 'node:crypto'
import { agreementSha256Of, consentStatements } from '@semblance/contract'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  agree,
  bankAccount,
  expectRefusal,
  expectRefusals,
  fund,
  pay,
  postDpr,
  sendOffer,
} from '../../../testing/fixtures/deal-fixtures.ts'
import { openTestMarket } from '../../../testing/fixtures/market-fixtures.ts'

const secret = randomBytes(32)
const market = await openTestMarket({}, { secret })
afterAll(() => market.close())
const client = await market.member('client')
const vendor = await market.member('vendor')
const { pool } = market.platform.db

const offered = async () => {
  const dprId = await postDpr(client)
  return { dprId, offerId: await sendOffer(vendor, dprId) }
}

const agreementOf = async (offerId: string) => {
  const found = await client.api.offers.agreement({ offerId })
  if (!found) throw new Error(`${offerId} has no agreement.`)
  return found
}

const consentsTo = async (offerId: string) =>
  (
    await pool.query('select * from agreement_consents where offer_id = $1 order by at, id', [
      offerId,
    ])
  ).rows

const leavesOf = async (offerId: string) =>
  (
    await pool.query(
      `select payload from transparency.openings where deal = $1 and type = 'agreement.consented' order by id`,
      [offerId],
    )
  ).rows.map(({ payload }) => JSON.parse(payload).body)

/** Proposes a longer timeline as the client. */
const propose = async (offerId: string, revision = 1, timelineDays = 21) => {
  const { id } = await client.api.negotiation.open({ offerId })
  return await client.api.negotiation.propose({
    conversationId: id,
    revision,
    changes: { timelineDays },
  })
}

describe('an offer', () => {
  it('is consented to by its vendor as it is sent, and by its client as it is accepted', async () => {
    const { dprId, offerId } = await offered()
    const seen = await agreementOf(offerId)
    expect(agreementSha256Of(seen.content)).toBe(seen.agreementSha256)
    expect(seen.content).toMatchObject({
      ...{ request: dprId, offer: offerId, revision: 1 },
      client: { organization: client.organization.id },
      vendor: { organization: vendor.organization.id },
      terms: { price: '1850000', license: { deletion: true } },
      asked: { reviewDays: 14 },
    })
    expect([seen.content.client.name, seen.content.vendor.name]).not.toContain('Closed account')
    expect(seen.content.legal).toContainEqual(
      expect.objectContaining({ document: 'license', version: vendor.accepted.license }),
    )
    expect(seen.consents).toMatchObject([{ side: 'vendor', act: 'submit', personName: null }])
    expect(await vendor.api.offers.agreement({ offerId })).toMatchObject({
      agreementSha256: seen.agreementSha256,
      consents: [{ side: 'vendor', personName: vendor.email }],
    })

    const { agreementSha256 } = seen
    const accepted = { offerId, revision: 1, agreementSha256 }
    const { contractId } = await client.api.offers.accept(accepted)
    const contract = await client.api.contracts.get({ contractId })
    expect(contract.agreement).toMatchObject({
      agreementSha256,
      consents: [
        { side: 'client', act: 'accept', personName: client.email, hadSecondFactor: false },
        { side: 'vendor', act: 'submit', personName: null, isByKey: false },
      ],
    })
    expect(await consentsTo(offerId)).toMatchObject([
      { side: 'vendor', user_id: vendor.userId, statement: consentStatements.submit },
      {
        ...{ side: 'client', user_id: client.userId, statement: consentStatements.accept },
        ...{ session_id: expect.any(String), aal: 'aal1', agreement_sha256: agreementSha256 },
      },
    ])
    expect(await leavesOf(offerId)).toMatchObject([
      { side: 'vendor', act: 'submit', revision: 1, agreementSha256 },
      { side: 'client', act: 'accept', revision: 1, agreementSha256, aal: 'aal1' },
    ])
    await fund(client, offerId)
  })

  it('that another text was read of is not accepted, and nothing changes', async () => {
    const { offerId } = await offered()
    const accepted = { offerId, revision: 1, agreementSha256: 'a'.repeat(64) }
    await expect(client.api.offers.accept(accepted)).rejects.toMatchObject({
      code: 'document_changed',
      status: 409,
    })
    expect((await consentsTo(offerId)).map(({ side }) => side)).toEqual(['vendor'])
    expect((await client.api.contracts.list({ side: 'client' })).items).not.toContainEqual(
      expect.objectContaining({ offerId }),
    )
    const { agreementSha256 } = await agreementOf(offerId)
    await client.api.offers.accept({ offerId, revision: 1, agreementSha256 })
  })

  it.each([
    ['its price', `update offers set price_cents = 1840000 where id = $1`],
    [
      'its review period',
      `update dprs set review_days = 30 where id = (select dpr_id from offers where id = $1)`,
    ],
    ['the consent of its vendor', `delete from agreement_consents where offer_id = $1`],
  ])('is not accepted once %s was rewritten in the database', async (_, statement) => {
    const { offerId } = await offered()
    const { agreementSha256 } = await agreementOf(offerId)
    await pool.query(statement, [offerId])
    for (const read of [{ agreementSha256 }, {}])
      await expectRefusal(
        client.api.offers.accept({ offerId, revision: 1, ...read }),
        'document_changed',
      )
    expect((await consentsTo(offerId)).filter(({ side }) => side === 'client')).toEqual([])
  })

  it('that is edited has another text, under the legal documents that its vendor accepted', async () => {
    const { offerId } = await offered()
    const first = await agreementOf(offerId)
    const later = await openTestMarket(
      { legal: { ...market.platform.config.legal, name: 'Semblance GmbH', law: 'the law of X' } },
      { db: market.platform.db, secret },
    )
    onTestFinished(() => later.app.close())
    const offer = await vendor.api.offers.getSent({ offerId })
    const { timelineDays: timeline, ...values } = { ...offer, timelineDays: 12 }
    await later.apiFor(vendor.token).offers.edit({ ...values, offerId, timeline })
    const second = await agreementOf(offerId)
    expect(second.agreementSha256).not.toBe(first.agreementSha256)
    expect(second.content).toMatchObject({
      ...{ revision: 2, legal: first.content.legal, governingLaw: null },
      terms: { timeline: 12 },
    })
    expect(second.consents).toMatchObject([{ side: 'vendor', act: 'edit' }])
    const stale = { offerId, revision: 2, agreementSha256: first.agreementSha256 }
    await expectRefusal(client.api.offers.accept(stale), 'document_changed')
    await client.api.offers.accept({ ...stale, agreementSha256: second.agreementSha256 })
  })

  it('that a program accepts has a consent by the key of its organization', async () => {
    const { offerId } = await offered()
    const admin = await market.colleague(client, 'administrator')
    const { key, secret } = await admin.api.keys.create({
      name: 'Buyer',
      scopes: ['offers:read', 'money'],
      limitCents: 2_000_000n,
    })
    const program = market.apiFor(secret)
    const read = await program.offers.agreement({ offerId })
    await program.offers.accept({ offerId, revision: 1, agreementSha256: read?.agreementSha256 })
    const [, given] = await consentsTo(offerId)
    expect(given).toMatchObject({ act: 'accept', key_id: key.id, session_id: null })
    expect((await agreementOf(offerId)).consents).toMatchObject([
      { side: 'client', isByKey: true, hadSecondFactor: null },
      { side: 'vendor', isByKey: false },
    ])
    expect((await leavesOf(offerId))[1]).toMatchObject({ byKey: true })
  })

  it('shows its agreement to its parties alone, and no agreement of another offer', async () => {
    const { offerId } = await offered()
    const { agreementSha256 } = await agreementOf((await offered()).offerId)
    const other = await market.member('both')
    const staff = await market.staff()
    await expectRefusals(
      [
        other.api.offers.agreement({ offerId }),
        market.visitor.offers.agreement({ offerId }),
        staff.api.offers.agreement({ offerId }),
        client.api.offers.agreement({ offerId, agreementSha256 }),
        other.api.offers.accept({ offerId, revision: 1 }),
      ],
      'not_found',
    )
  })
})

describe('a change of a contract', () => {
  it('has a revision, a text and consents of its own, by which it is paid', async () => {
    const { offerId, contractId } = await agree(client, vendor)
    const proposal = await propose(offerId)
    const { agreementSha256 } = proposal
    if (agreementSha256 === null) throw new Error('The proposal has no agreement.')
    const read = await vendor.api.offers.agreement({ offerId, agreementSha256 })
    expect(read).toMatchObject({
      content: { revision: 2, terms: { timeline: 21 } },
      consents: [{ side: 'client', act: 'propose' }],
    })
    const approve = { proposalId: proposal.id, agreementSha256: 'b'.repeat(64) }
    await expectRefusal(vendor.api.negotiation.approve(approve), 'document_changed')
    expect((await client.api.contracts.get({ contractId })).revision).toBe(1)
    await vendor.api.negotiation.approve({ ...approve, agreementSha256 })
    const { revision, agreement } = await client.api.contracts.get({ contractId })
    expect(revision).toBe(2)
    expect(agreement).toMatchObject({
      ...{ revision: 2, agreementSha256 },
      consents: [
        { side: 'client', act: 'propose' },
        { side: 'vendor', act: 'approve' },
      ],
    })
    await fund(client, offerId)
  })

  it('is not approved once the offer says something else than the proposal', async () => {
    const { offerId } = await agree(client, vendor)
    const { id: proposalId } = await propose(offerId)
    await pool.query(`update offers set description = 'Less' where id = $1`, [offerId])
    await expectRefusal(vendor.api.negotiation.approve({ proposalId }), 'document_changed')
    expect((await consentsTo(offerId)).map(({ act }) => act)).not.toContain('approve')
  })

  it('and the contract itself are not paid for without the consent of both', async () => {
    const { offerId } = await agree(client, vendor)
    await pool.query(`delete from agreement_consents where offer_id = $1 and side = 'vendor'`, [
      offerId,
    ])
    await expectRefusal(pay(client, offerId), 'consents_missing')
    // A change that both agree on is the way out.
    const { id: proposalId } = await propose(offerId)
    await vendor.api.negotiation.approve({ proposalId })
    await client.api.payments.fund({ offerId, bankAccount, accepted: client.accepted })
  })
})

describe('what earlier releases left', () => {
  const forget = async (offerId: string) => {
    await pool.query('update offers set agreement_sha256 = null where id = $1', [offerId])
    await pool.query(
      `update agreement_documents set agreement_sha256 = null
      where contract_id in (select id from contracts where offer_id = $1)`,
      [offerId],
    )
    await pool.query('delete from agreement_consents where offer_id = $1', [offerId])
  }

  it('is accepted and paid as before, and its consents are not recorded', async () => {
    const { offerId } = await offered()
    await forget(offerId)
    expect(await client.api.offers.agreement({ offerId })).toBeNull()
    const { contractId } = await client.api.offers.accept({ offerId, revision: 1 })
    const { agreement } = await client.api.contracts.get({ contractId })
    expect(agreement).toMatchObject({ agreementSha256: null, consents: [] })
    expect(await consentsTo(offerId)).toEqual([])
    const { id: proposalId } = await propose(offerId)
    await pool.query('update proposals set agreement_sha256 = null where id = $1', [proposalId])
    await vendor.api.negotiation.approve({ proposalId })
    expect((await client.api.contracts.get({ contractId })).agreement).toMatchObject({
      ...{ revision: 2, agreementSha256: null },
    })
    await fund(client, offerId)
  })

  it('is paid where it was drawn up before; its next change has consents', {
    tags: 'long',
  }, async () => {
    const { offerId, contractId } = await agree(client, vendor)
    await forget(offerId)
    await fund(client, offerId)
    const { id: proposalId } = await propose(offerId)
    await vendor.api.negotiation.approve({ proposalId })
    const { agreement } = await client.api.contracts.get({ contractId })
    expect(agreement?.consents.map(({ side }) => side)).toEqual(['client', 'vendor'])
  })
})

it('a deleted account leaves the consent and its entry in the log, without the person', async () => {
  const colleague = await market.colleague(vendor, 'member')
  const dprId = await postDpr(client)
  const offerId = await sendOffer(colleague, dprId)
  const exported = (await colleague.api.settings.exportData()) as { consents?: object[] }
  expect(exported.consents).toMatchObject([{ offer_id: offerId, act: 'submit' }])
  await colleague.api.settings.deleteAccount({ email: colleague.email })
  expect(await consentsTo(offerId)).toMatchObject([
    { side: 'vendor', user_id: null, session_id: null, statement: consentStatements.submit },
  ])
  expect(await leavesOf(offerId)).toMatchObject([{ side: 'vendor', act: 'submit' }])
  expect(JSON.stringify(await leavesOf(offerId))).not.toContain(colleague.userId)
  await client.api.offers.accept({ offerId, revision: 1 })
})
