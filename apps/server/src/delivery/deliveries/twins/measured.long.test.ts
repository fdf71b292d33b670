/**
 * Tests that a twin is measured once for a listing: charged to its source, certified without a contract, listed and sold.
 *
 * @module-tag long
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  certificateKeysPath,
  defaultLicense,
  listingStatement,
  parseVerifierKey,
  readCertificate,
} from '@semblance/contract'
import { verifyDossier } from '@semblance/contract/verify-dossier'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { chain, type Parts, pack, unpack } from '../../../../testing/dossiers/dossier-parts.ts'
import { runJobs } from '../../../../testing/drain-jobs.ts'
import {
  expectRefusal,
  expectSoundLedger,
  fund,
} from '../../../../testing/fixtures/deal-fixtures.ts'
import {
  newCustomersCsv,
  originalExists,
  upload,
} from '../../../../testing/fixtures/delivery-fixtures.ts'
import { bankingForm } from '../../../../testing/fixtures/payout-fixtures.ts'
import { useMarket } from '../../../../testing/fixtures/use-market.ts'
import { type Moment, untilDeath } from '../../../../testing/process-deaths.ts'
import { verifyFiles } from '../../certificates/verify-files.ts'
import { processDelivery } from '../process-delivery.ts'

const { market, vendor, buyer } = await useMarket({ vendor: 'both', buyer: 'client' })
afterEach(() => expectSoundLedger(market))

const rows = async (text: string, values: unknown[] = []) =>
  (await market.platform.db.pool.query(text, values)).rows

/** Begins a twin, and has its data read. */
async function reviewed(content: string, title = 'Members of four cities') {
  const form = { title, category: 'retail', privacyLevel: 'standard' } as const
  const { id: twinId } = await vendor.api.twins.start(form)
  const uploadId = await upload(market, vendor, { twinId }, content)
  await vendor.api.twins.inspect({ twinId })
  await runJobs(market)
  const { delivery } = await vendor.api.twins.get({ twinId })
  expect(delivery).toMatchObject({ status: 'review', reason: null })
  return { twinId, uploadId }
}

const chosen = { choices: [], tables: [] }
const sourceNamed = async (name: string) =>
  (await vendor.api.sources.list({})).items.find((source) => source.name === name)
const spendings = (twinId: string) =>
  rows(
    'select state, measured_at is not null as measured from source_spendings where subject = $1',
    [twinId],
  )

const csv = newCustomersCsv()
let made: Awaited<ReturnType<typeof reviewed>>
let listingId: string
beforeAll(async () => {
  made = await reviewed(csv)
  await vendor.api.twins.submit({ twinId: made.twinId, ...chosen, source: { name: 'Panel' } })
  await runJobs(market)
}, 400_000)

describe('a twin for a listing', () => {
  it('is measured once and charged to its source, without a contract or money', async () => {
    const twin = await vendor.api.twins.get({ twinId: made.twinId })
    expect(twin.delivery).toMatchObject({ status: 'ready', progress: 1 })
    expect(await spendings(made.twinId)).toEqual([{ state: 'spent', measured: true }])
    const source = await sourceNamed('Panel')
    expect(source?.spent.epsilon).toBeGreaterThan(1)
    expect(source?.committed).toEqual(source?.spent)
    const { items } = await vendor.api.sources.spendings({ id: source?.id ?? '' })
    expect(items).toMatchObject([{ deal: made.twinId, twinTitle: twin.title, drawnFrom: null }])
    expect(await rows('select from contracts')).toEqual([])
    expect(await rows('select from ledger.entry')).toEqual([])
    listingId = twin.listingId ?? ''
  })

  it('is drafted as a listing, with dictionary, figures and account', async () => {
    expect(await vendor.api.listings.getOwn({ listingId })).toMatchObject({
      status: 'draft',
      contractId: null,
      title: 'Members of four cities',
      figures: { columns: 3, epsilon: expect.any(Number) },
      account: { with: { epsilon: expect.any(Number) } },
      content: {
        category: 'retail',
        dictionary: [{ name: 'age' }, { name: 'city' }, { name: 'income' }],
      },
    })
    await expectRefusal(vendor.api.listings.draft({ deliveryId: made.twinId }), 'listing_exists')
  })

  it('tells its vendor, who reads on the page of the twin what comes next', async () => {
    const told = await rows('select distinct title, path from notifications order by title')
    const path = `/vendor-listings/measure/${made.twinId}`
    expect(told).toEqual([
      { title: 'Twin measured', path },
      { title: 'Your files have been read', path },
    ])
  })

  it('has its original destroyed, in the record of destructions and its own chain of the log', async () => {
    expect(originalExists(market, made.uploadId)).toBe(false)
    const [destruction] = await rows(
      'select why, method, destroyed_at from app.destructions where original = $1',
      [made.uploadId],
    )
    expect(destruction).toMatchObject({ why: 'delivered', destroyed_at: expect.any(Date) })
    const leaves = await rows(
      'select type, audience from transparency.openings where deal = $1 order by seq',
      [`${made.twinId}/vendor`],
    )
    expect(leaves.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['original.destroyed', 'delivery.ready', 'certificate.issued']),
    )
    expect(new Set(leaves.map(({ audience }) => audience))).toEqual(new Set(['vendor']))
  })

  it('is certified for a listing, and its certificate verifies', async () => {
    const { certificateId } = await vendor.api.twins.get({ twinId: made.twinId })
    expect((await vendor.api.twins.list({})).items).toContainEqual(
      expect.objectContaining({ id: made.twinId, certificateId, listingId }),
    )
    const id = certificateId ?? ''
    const { jws } = await market.visitor.certificates.get({ id })
    expect(readCertificate(jws)).toMatchObject({
      listing: { title: 'Members of four cities', statement: listingStatement },
      vendor: { id: vendor.organization.organizationId },
      terms: { privacyLevel: 'standard' },
      originals: [{ bytes: Buffer.byteLength(csv) }],
      destruction: {
        statement: expect.stringContaining('key'),
        auditRowSha256: expect.any(String),
      },
    })
    expect(readCertificate(jws)).not.toHaveProperty('contract')
    expect(readCertificate(jws)).not.toHaveProperty('client')
    expect(readCertificate(jws)).not.toHaveProperty('log') // no report opens its chain
    const dir = mkdtempSync(join(tmpdir(), 'semblance-twin-'))
    const path = (name: string) => join(dir, name)
    writeFileSync(path('certificate.jws'), jws)
    writeFileSync(path('keys.json'), await (await market.fetch(certificateKeysPath)).text())
    const verdict = await verifyFiles([path('certificate.jws'), '--keys', path('keys.json')])
    expect(verdict.lines.join('\n')).toContain('for a listing of')
    expect(verdict.code).toBe(0)
    rmSync(dir, { recursive: true })
  })

  it('has a dossier that opens its chain to its vendor alone, and that holds offline', async () => {
    await market.app.jobs['transparency.integrate']!({}, {} as never)
    const ask = (person?: { token: string }, id = made.twinId) =>
      market.fetch(
        `/api/twins/${id}/dossier.zip`,
        person && { headers: { authorization: `Bearer ${person.token}` } },
      )
    const archive = new Uint8Array(await (await ask(vendor)).arrayBuffer())
    const { logs } = await market.visitor.transparency.status()
    const keys = [parseVerifierKey(logs[0]!.verifierKey)!]
    const { facts, ...verdict } = await verifyDossier(archive, { keys })
    expect(verdict).toEqual({ state: 'valid', findings: [] })
    expect(facts).toMatchObject({ about: 'twin', deal: made.twinId, side: 'vendor' })
    expect(facts?.steps.map(({ payload: { type } }) => type)).toEqual([
      ...['original.destroyed', 'delivery.ready', 'certificate.issued'],
    ])
    expect(facts?.documents.map(({ kind, boundBy }) => `${kind} ${boundBy}`)).toEqual([
      ...['certificate signed_part', 'keys signature'],
    ])
    const foundIn = async (change: (parts: Parts) => void) => {
      const parts = unpack(archive)
      change(parts)
      const { findings } = await verifyDossier(await pack(parts), { keys })
      return findings.map(({ id }) => id)
    }
    const own = `${made.twinId}/vendor`
    expect(await foundIn((parts) => chain(parts, own).leaves.shift())).toContain('leaf_missing')
    expect(await foundIn(({ manifest }) => Object.assign(manifest, { deal: 'CTR-1' }))).toContain(
      'statement_of_other_deal',
    )
    const rival = await market.member('vendor')
    const answers = [await ask(rival), await ask(buyer), await ask(), await ask(vendor, 'CTR-1')]
    expect(answers.map(({ status }) => status)).toEqual([404, 403, 401, 404])
  })

  it('is published, bought and delivered as a copy that charges nothing', async () => {
    const { content } = await vendor.api.listings.getOwn({ listingId })
    const option = {
      ...{ id: 'internal', name: 'Internal use', priceCents: 490_000n, license: defaultLicense },
    }
    await vendor.api.listings.save({
      ...content,
      listingId,
      description: 'Age, city and income of members, one row each, as of this year.',
      dictionary: content.dictionary.map((column) => ({ ...column, description: 'As named' })),
      options: [option],
    })
    const admin = await market.colleague(vendor, 'administrator')
    await admin.api.banking.save({ ...bankingForm('6789'), revision: 0 })
    const accepted = { mayResell: true as const, accepted: vendor.accepted }
    await vendor.api.listings.publish({ listingId, ...accepted })
    const shown = await buyer.api.listings.get({ listingId })
    expect(shown.sample[0]?.rows).toHaveLength(10)
    const sale = { listingId, revision: 1, optionId: option.id, priceCents: option.priceCents }
    const other = await reviewed(newCustomersCsv(), 'The worse of two') // and sells the first one
    const sameSource = { id: (await sourceNamed('Panel'))?.id ?? '' }
    await vendor.api.twins.submit({ twinId: other.twinId, ...chosen, source: sameSource })
    await runJobs(market)
    const spentBefore = (await sourceNamed('Panel'))?.spent
    const { dprId, offerId, contractId } = await buyer.api.listings.buy(sale)
    await fund(buyer, offerId)
    await runJobs(market)
    const dataset = await buyer.api.deliveries.dataset({ dprId })
    expect(dataset.files.map(({ name }) => name)).toContain('customers_synthetic.csv')
    expect((await sourceNamed('Panel'))?.spent).toEqual(spentBefore)
    const { items } = await buyer.api.certificates.list({ contractId: contractId ?? '' })
    const { jws } = await buyer.api.certificates.get({ id: items[0]?.id ?? '' })
    expect(readCertificate(jws)).toMatchObject({
      privacyAccount: { choice: { runs: 2, with: { epsilon: expect.any(Number) } } },
    })
    expect(readCertificate(jws)?.privacyAccount?.choice?.with).toMatchObject(spentBefore ?? {})
    await buyer.api.deliveries.release({ dprId })
  })
})

describe('a vendor', () => {
  it('lists a twin again once its listing is withdrawn', async () => {
    const { twinId: deliveryId } = made
    await vendor.api.listings.withdraw({ listingId })
    const { items } = await vendor.api.listings.listable({})
    expect(items).toMatchObject([{ deliveryId, contractId: null }])
    const again = await vendor.api.listings.draft({ deliveryId })
    expect(again).toMatchObject({ status: 'draft', purchases: 0 })
  })

  it('that is suspended meanwhile has its twin made, and sells nothing', async () => {
    const { twinId } = await reviewed(newCustomersCsv(), 'Suspended')
    await vendor.api.twins.submit({ twinId, ...chosen, source: { name: 'Fourth panel' } })
    const set = (isActive: boolean) =>
      rows('update organizations set is_active = $1 where id = $2', [
        isActive,
        vendor.organization.id,
      ])
    await set(false)
    await runJobs(market)
    await expect(vendor.api.twins.submit({ twinId, ...chosen })).rejects.toThrow()
    await set(true)
    expect(await spendings(twinId)).toEqual([{ state: 'spent', measured: true }])
    const twin = await vendor.api.twins.get({ twinId })
    expect(twin.delivery.status).toBe('ready')
    expect(await vendor.api.listings.getOwn({ listingId: twin.listingId ?? '' })).toMatchObject({
      status: 'draft',
    })
  })
})

describe('a source', () => {
  it('is recognized: the same data under another one is refused, and nothing is reserved', async () => {
    const { twinId } = await reviewed(csv)
    const submit = (source: { name: string }) =>
      vendor.api.twins.submit({ twinId, ...chosen, source })
    await expectRefusal(submit({ name: 'Second panel' }), 'source_overlaps')
    expect(await sourceNamed('Second panel')).toBeUndefined()
    const { source, fits, drawsFrom } = await vendor.api.twins.forecast({ twinId, ...chosen })
    expect(drawsFrom?.twinTitle).toBe('Members of four cities')
    expect(source?.name).toBe('Panel')
    expect(fits).toBe(true)
    await vendor.api.twins.cancel({ twinId })
  })

  it('without room for a measurement starts none', async () => {
    await rows('update sources set rho_limit_billionths = rho_spent_billionths')
    const { twinId, uploadId } = await reviewed(csv.replace('age', 'years'))
    const source = await sourceNamed('Panel')
    await expectRefusal(
      vendor.api.twins.submit({ twinId, ...chosen, source: { id: source?.id ?? '' } }),
      'privacy_budget_exhausted',
    )
    expect(await spendings(twinId)).toEqual([])
    expect(originalExists(market, uploadId)).toBe(true) // the vendor may choose another source
    await vendor.api.twins.cancel({ twinId })
    await runJobs(market)
    expect(originalExists(market, uploadId)).toBe(false)
  })

  it('gets back what a canceled twin had reserved, and is charged by one of two starts at once', async () => {
    const { twinId } = await reviewed(newCustomersCsv())
    const submit = () =>
      vendor.api.twins.submit({ twinId, ...chosen, source: { name: 'Other panel' } })
    const both = await Promise.allSettled([submit(), submit()])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await spendings(twinId)).toEqual([{ state: 'reserved', measured: false }])
    await vendor.api.twins.cancel({ twinId })
    expect(await spendings(twinId)).toEqual([{ state: 'released', measured: false }])
    expect((await sourceNamed('Other panel'))?.committed.epsilon).toBe(0)
  })
})

it('goes on after the death of its process, and is paid once', async () => {
  const { twinId } = await reviewed(newCustomersCsv(), 'Interrupted')
  await vendor.api.twins.submit({ twinId, ...chosen, source: { name: 'Third panel' } })
  const keeping =
    'select from app.source_models join source_spendings s on s.id = spending_id where s.subject'
  const death: Moment = { when: keeping, is: 'after' }
  await untilDeath(market, death, twinId, (place) => processDelivery(place, twinId))
  expect(await spendings(twinId)).toEqual([{ state: 'reserved', measured: true }])
  await runJobs(market)
  expect((await vendor.api.twins.get({ twinId })).delivery.status).toBe('ready')
  expect(await spendings(twinId)).toEqual([{ state: 'spent', measured: true }])
})
