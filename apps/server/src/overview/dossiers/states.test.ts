/** Dossiers of deals that are not completed, or not all of whose records are there. */
import { parseVerifierKey, type VerifierKey } from '@semblance/contract'
import { verifyDossier } from '@semblance/contract/verify-dossier'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Bytes, unpack } from '../../../testing/dossiers/dossier-parts.ts'
import {
  agree,
  bankAccount,
  deliver,
  fund,
  fundedDeal,
  postDpr,
  release,
  sendOffer,
} from '../../../testing/fixtures/deal-fixtures.ts'
import { escalated } from '../../../testing/fixtures/dispute-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'
import { eraseOrganizations } from '../../platform/transparency/erase.ts'

const { market, client, vendor, both } = await useMarket({
  client: 'client',
  vendor: 'vendor',
  both: 'both',
})
const { platform } = market
let key: VerifierKey
beforeAll(async () => {
  await integrate()
  key = parseVerifierKey((await market.visitor.transparency.status()).logs[0]!.verifierKey)!
})

const integrate = () => market.app.jobs['transparency.integrate']!({}, {} as never)

const ask = (contractId: string, person?: { token: string }, query = '') =>
  market.fetch(
    `/api/contracts/${contractId}/dossier.zip${query}`,
    person && { headers: { authorization: `Bearer ${person.token}` } },
  )

async function download(contractId: string, person = client, query = ''): Promise<Bytes> {
  await integrate()
  const response = await ask(contractId, person, query)
  expect(response.status).toBe(200)
  return new Uint8Array(await response.arrayBuffer())
}

const verify = (archive: Bytes, checkpoints: string[] = []) =>
  verifyDossier(archive, { keys: [key], checkpoints })
describe('the dossier of a deal in another state', () => {
  const statesOf = async (contractId: string) => {
    const found = [
      await verify(await download(contractId)),
      await verify(await download(contractId, vendor)),
    ]
    return found.map(({ state, findings, facts }) => ({ state, findings, sums: facts!.sums }))
  }

  it('is there before the payment, in a dispute, and after a refund', {
    tags: 'long',
  }, async () => {
    const { contractId: unpaid } = await agree(client, vendor)
    const { contractId: refunded } = await fundedDeal(client, vendor)
    await client.api.payments.cancel({ contractId: refunded })
    const { contractId: disputed } = await fundedDeal(client, vendor)
    const claim = { reason: 'quality', statement: 'Constant.', asks: 'full_refund' } as const
    await client.api.disputes.open({ contractId: disputed, ...claim })
    const valid = { state: 'valid', findings: [] }
    expect(await statesOf(unpaid)).toMatchObject([
      { ...valid, sums: { paidInCents: 0n } },
      { ...valid, sums: { paidInCents: 0n } },
    ])
    expect(await statesOf(refunded)).toMatchObject([
      { ...valid, sums: { paidInCents: 1_896_250n, refundedCents: 1_896_250n, heldCents: 0n } },
      { ...valid, sums: { paidInCents: 1_850_000n, refundedCents: 1_850_000n } },
    ])
    expect(await statesOf(disputed)).toMatchObject([
      { ...valid, sums: { paidInCents: 1_896_250n, heldCents: 1_896_250n } },
      { ...valid, sums: { heldCents: 1_850_000n } },
    ])
  })

  it('adds up when the bank takes a released payment back, and the client pays again', {
    tags: 'long',
  }, async () => {
    const { offerId, contractId } = await agree(client, vendor)
    const account = { ...bankAccount, accountNumber: '000123459010' }
    await client.api.payments.fund({ offerId, bankAccount: account, accepted: client.accepted })
    await client.settle('settled')
    await deliver(market, contractId)
    await release(market, client, contractId)
    await client.settle('returned')
    const valid = { state: 'valid', findings: [] }
    const [taken] = await statesOf(contractId)
    expect(taken).toMatchObject({
      ...valid,
      sums: { paidInCents: 1_896_250n, returnedCents: 46_250n, feesCents: 0n, heldCents: 0n },
    })
    await fund(client, offerId)
    const [ofClient, ofVendor] = await statesOf(contractId)
    expect(ofClient).toMatchObject({
      ...valid,
      sums: { paidInCents: 1_942_500n, returnedCents: 46_250n, feesCents: 46_250n },
    })
    expect(ofVendor).toMatchObject({ ...valid, sums: { releasedCents: 1_850_000n } })
  })

  it('holds the reasons of a decision, whose hash is in the log', async () => {
    const deal = await fundedDeal(client, vendor, 999_999n)
    const disputeId = await escalated(deal, { client, vendor })
    const staff = await market.staff()
    const reasons = 'The column “spend” is constant, as the client says.'
    await staff.api.disputes.staff.rule({ disputeId, toVendorCents: 500_000n, reasons })
    const archive = await download(deal.contractId, vendor)
    const { state, facts } = await verify(archive)
    expect(state).toBe('valid')
    const path = `rulings/${disputeId}.json`
    expect(facts!.documents).toContainEqual(expect.objectContaining({ path, boundBy: 'log' }))
    expect(JSON.parse(Buffer.from(unpack(archive).files.get(path)!).toString())).toBe(reasons)
    expect(facts!.sums).toMatchObject({ releasedCents: 500_000n, refundedCents: 499_999n })
  })

  it('says where consents were not recorded, as in releases before', async () => {
    const offerId = await sendOffer(vendor, await postDpr(client))
    await platform.db.pool.query('update offers set agreement_sha256 = null where id = $1', [
      offerId,
    ])
    const { contractId } = await client.api.offers.accept({ offerId, revision: 1 })
    const { state, findings } = await verify(await download(contractId))
    const place = `${contractId} #1`
    expect([state, findings]).toEqual(['incomplete', [{ id: 'consents_not_recorded', place }]])
  })

  it('proves less where contents were erased', async () => {
    const { contractId } = await fundedDeal(both, vendor)
    await platform.db.transaction(system, async (tx) =>
      eraseOrganizations(tx, [both.organization.id, vendor.organization.id]),
    )
    const { state, findings } = await verify(await download(contractId, both))
    expect(state).toBe('incomplete')
    expect(new Set(findings.map(({ id }) => id))).toEqual(
      new Set(['opening_erased', 'entry_unproven']),
    )
  })
})
