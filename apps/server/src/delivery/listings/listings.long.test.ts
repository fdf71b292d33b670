/**
 * Tests that vendors list twins that they delivered, and that clients buy copies of them under contracts of their own.
 *
 * @module-tag long
 */
import {
  defaultLicense,
  type ListingContent,
  parseVerifierKey,
  readCertificate,
} from '@semblance/contract'
import { verifyDossier } from '@semblance/contract/verify-dossier'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { runJobs } from '../../../testing/drain-jobs.ts'
import { deliveredCustomers } from '../../../testing/finding-fixtures.ts'
import {
  type Deal,
  expectRefusal,
  expectSoundLedger,
  fund,
} from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { bankingForm } from '../../../testing/fixtures/payout-fixtures.ts'
import { pdfText } from '../../../testing/fixtures/pdf-text.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'
import { recordMeasuring, reserveBudget, settleBudget } from '../sources/service.ts'

const { market, client, vendor, buyer, stranger } = await useMarket({
  client: 'client',
  vendor: 'both',
  buyer: 'client',
  stranger: 'both',
})
afterEach(() => expectSoundLedger(market))

const rows = async (text: string, values: unknown[] = []) =>
  (await market.platform.db.pool.query(text, values)).rows

let deal: Deal
let listingId: string
/** May approve what the stranger may not buy alone. */
let approver: Person
/** Accepts a purchase that waits while its vendor is suspended. */
let suspended: { accept: () => Promise<unknown> }
beforeAll(async () => {
  deal = await deliveredCustomers(market, { client, vendor })
}, 400_000)

const option = {
  id: 'internal',
  name: 'Internal use',
  priceCents: 490_000n,
  license: defaultLicense,
}
const contentOf = (dictionary: ListingContent['dictionary']): ListingContent => ({
  title: 'Customers of four cities',
  category: 'retail',
  description: 'Age, city and income of customers, one row each, as of this year.',
  dictionary: dictionary.map((column) => ({ ...column, description: `What ${column.name} says` })),
  options: [option],
})

const accepted = () => ({ mayResell: true as const, accepted: vendor.accepted })
const sale = (
  changes: Partial<{ revision: number; optionId: string; priceCents: bigint }> = {},
) => ({
  listingId,
  revision: 1,
  optionId: option.id,
  priceCents: option.priceCents,
  ...changes,
})

/** Has the vendor measure the source of the listed twin once more, for a contract that comes to nothing. */
const measureForAnother = () =>
  market.platform.db.transaction(system, async (tx) => {
    const [{ source_id: sourceId, vendor: by }] = await rows('select * from source_spendings')
    const subject = { purpose: 'delivery' as const, subject: crypto.randomUUID() }
    const of = { ...subject, vendor: by, deal: 'CTR-0', epsilon: 1 }
    await reserveBudget(tx, { ...of, sourceId })
    const about = { title: 'Another', deals: ['CTR-0'] as [string], sha256s: [], tables: [] }
    await recordMeasuring(tx, { ...of, ...about })
    await settleBudget(tx, subject, { rho: 0.01, delta: 1e-7 })
  })

const fetched = async (url: string) => {
  const answer = await market.fetch(url.replace(market.platform.config.publicUrl, ''))
  return Buffer.from(await answer.arrayBuffer())
}
const dataOf = async (person: Person, dprId: string) => {
  const dataset = await person.api.deliveries.dataset({ dprId })
  const csv = dataset.files.find(({ name }) => name.endsWith('.csv'))
  const { url } = await person.api.deliveries.fileLink({ fileId: csv?.id ?? '' })
  return { dataset, text: (await fetched(url)).toString() }
}

describe('a listing', () => {
  it('is drafted from an accepted delivery of the own organization alone, and once', async () => {
    const [{ id: deliveryId }] = await rows('select id from deliveries')
    await expectRefusal(vendor.api.listings.draft({ deliveryId }), 'delivery_not_listable')
    await client.api.deliveries.release(deal)
    await expectRefusal(stranger.api.listings.draft({ deliveryId }), 'delivery_not_listable')
    const { items } = await vendor.api.listings.listable({})
    expect(items).toMatchObject([{ deliveryId, contractId: deal.contractId }])
    expect((await stranger.api.listings.listable({})).items).toEqual([])
    const draft = await vendor.api.listings.draft({ deliveryId })
    listingId = draft.id
    expect(draft).toMatchObject({ status: 'draft', revision: 0, purchases: 0 })
    expect(draft.content.dictionary.map(({ name }) => name)).toEqual(['age', 'city', 'income'])
    await expectRefusal(vendor.api.listings.draft({ deliveryId }), 'listing_exists')
  })

  it('is published once every column is described, an option has a price and payouts can be made', async () => {
    await expectRefusal(
      vendor.api.listings.publish({ listingId, ...accepted() }),
      'listing_incomplete',
    )
    const { content } = await vendor.api.listings.getOwn({ listingId })
    const written = contentOf(content.dictionary)
    const saved = await vendor.api.listings.save({ listingId, ...written })
    expect(saved.checks.filter(({ isMet }) => !isMet).map(({ id }) => id)).toEqual(['payout'])
    await expect(vendor.api.listings.publish({ listingId, ...accepted() })).rejects.toMatchObject({
      code: 'listing_incomplete',
      message: expect.stringContaining('No bank account is saved'),
    })
    const admin = await market.colleague(vendor, 'administrator')
    await admin.api.banking.save({ ...bankingForm('6789'), revision: 0 })
    await expectRefusal(
      vendor.api.listings.publish({ listingId, mayResell: true, accepted: {} }),
      'legal_not_accepted',
    )
    expect((await buyer.api.listings.list({})).items).toEqual([])
    const published = await vendor.api.listings.publish({ listingId, ...accepted() })
    expect(published).toMatchObject({
      status: 'published',
      revision: 1,
      hasUnpublishedChanges: false,
    })
  })

  it('shows the twin, its figures and its account, and nothing of the first client', async () => {
    const shown = await buyer.api.listings.get({ listingId })
    expect(shown).toMatchObject({
      title: 'Customers of four cities',
      columns: 3,
      isOwn: false,
      lowestPriceCents: option.priceCents,
      figures: { epsilon: expect.any(Number), accuracy: { percent: expect.any(Number) } },
    })
    expect(shown.account?.with.epsilon).toBeGreaterThan(0)
    expect(shown.sample[0]?.columns.map(({ name }) => name)).toEqual(['age', 'city', 'income'])
    expect(shown.sample[0]?.rows).toHaveLength(10)
    const [age] = shown.dictionary
    expect(age?.description).toBe('What age says')
    expect(age?.plot).toEqual(
      expect.objectContaining({ type: 'histogram', shares: expect.any(Array) }),
    )
    expect(JSON.stringify(age)).not.toContain('original')
    const text = JSON.stringify(shown, (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    for (const secret of [deal.contractId, deal.dprId, client.organization.organizationId])
      expect(text).not.toContain(secret)
    expect((await vendor.api.listings.get({ listingId })).isOwn).toBe(true)
  })

  it('counts who has opened it, once a day and not its vendor, for its vendor alone', async () => {
    await buyer.api.listings.get({ listingId })
    const { items } = await vendor.api.insights.listings({})
    expect(items).toEqual([
      { listingId, title: 'Customers of four cities', views: 1, viewers: 1, purchases: 0 },
    ])
    const { months } = await vendor.api.insights.usage()
    expect(months).toHaveLength(12)
    expect(months.at(-1)?.counts).toMatchObject({ listing: 1, sample: 0 })
    expect((await stranger.api.insights.listings({})).items).toEqual([])
    expect((await stranger.api.insights.usage()).months.at(-1)?.counts.listing).toBe(0)
    await expectRefusal(buyer.api.insights.listings({}), 'not_permitted')
    await expectRefusal(buyer.api.insights.usage(), 'not_permitted')
  })

  it('is found by words, columns and figures, a page at a time', async () => {
    const found = async (filter: Parameters<Person['api']['listings']['list']>[0]) =>
      (await buyer.api.listings.list(filter)).items.map(({ id }) => id)
    const { figures } = await buyer.api.listings.get({ listingId })
    const percent = figures.accuracy.percent // of a small table: noise may take it to 100
    for (const filter of [
      { search: 'income' },
      { search: 'customers cit' },
      { category: 'retail' as const },
      { columns: ['Age', 'city'] },
      { minRecords: 10, maxPriceCents: 490_000n, maxEpsilon: 3 },
      { sort: 'price' as const },
      { sort: 'records' as const },
      { sort: 'accuracy' as const, minAccuracyPercent: percent },
    ])
      expect(await found(filter)).toEqual([listingId])
    for (const filter of [
      { search: 'astronomy' },
      { category: 'iot' as const },
      { columns: ['age', 'height'] },
      { minRecords: 1_000_000 },
      { maxPriceCents: 489_999n },
      { maxEpsilon: 0.001 },
      ...(percent < 100 ? [{ minAccuracyPercent: percent + 0.1 }] : []),
    ])
      expect(await found(filter)).toEqual([])
    const page = await buyer.api.listings.list({ limit: 1 })
    expect(page.nextCursor).toBeNull()
    await expectRefusal(buyer.api.listings.list({ cursor: 'x' }), 'bad_input')
    expect(await found({ columns: ['age'], search: 'income' })).toEqual([listingId])
  })

  it('is seen by visitors where its vendor is a sample company, and by nobody while it may not sell', async () => {
    const seen = async ({ listings }: Person['api']) =>
      (await listings.list({ search: 'income' })).items.map(({ id }) => id)
    const set = (change: string) =>
      rows(`update organizations set ${change} where id = $1`, [vendor.organization.id])
    const { visitor } = market
    expect(await seen(visitor)).toEqual([])
    await expectRefusal(visitor.listings.get({ listingId }), 'not_found')
    await set('is_sample = true')
    expect(await seen(visitor)).toEqual([listingId])
    expect(await visitor.listings.get({ listingId })).toMatchObject({ id: listingId, isOwn: false })
    await set('is_active = false')
    for (const api of [visitor, buyer.api]) {
      expect(await seen(api)).toEqual([])
      await expectRefusal(api.listings.get({ listingId }), 'not_found')
    }
    await set('is_active = true, is_sample = false')
    expect([await seen(visitor), await seen(buyer.api)]).toEqual([[], [listingId]])
  })

  it('is changed, read as a draft and ended by its own vendor alone', async () => {
    const { content } = await vendor.api.listings.getOwn({ listingId })
    const { listings } = stranger.api
    await expectRefusal(listings.getOwn({ listingId }), 'not_found')
    await expectRefusal(listings.save({ listingId, ...content }), 'not_found')
    await expectRefusal(listings.publish({ listingId, ...accepted() }), 'not_found')
    await expectRefusal(listings.pause({ listingId }), 'not_found')
    await expectRefusal(listings.withdraw({ listingId }), 'not_found')
    await expectRefusal(listings.staff.takeDown({ listingId, reason: 'No' }), 'not_permitted')
    await expectRefusal(
      client.api.listings.draft({ deliveryId: crypto.randomUUID() }),
      'not_permitted',
    )
    expect((await listings.listOwn({})).items).toEqual([])
    expect((await vendor.api.listings.listOwn({})).items).toMatchObject([{ id: listingId }])
    await expectRefusal(market.visitor.listings.buy(sale()), 'sign_in_required')
  })
})

describe('a copy', () => {
  it('is bought at the revision and price that the buyer has seen, by others than its vendor', async () => {
    await expectRefusal(vendor.api.listings.buy(sale()), 'own_listing')
    const seller = await market.member('vendor')
    await expectRefusal(seller.api.listings.buy(sale()), 'not_permitted')
    await expectRefusal(buyer.api.listings.buy(sale({ priceCents: 1n })), 'listing_changed')
    await expectRefusal(buyer.api.listings.buy(sale({ revision: 2 })), 'listing_changed')
    await expectRefusal(buyer.api.listings.buy(sale({ optionId: 'other' })), 'listing_changed')
    await expectRefusal(buyer.api.listings.buy({ ...sale(), listingId: 'LST-1' }), 'not_found')
    expect(await rows('select from dprs where listing_id is not null')).toEqual([])
  })

  it('comes as soon as it is paid, certified for its own contract, and charges no source', async () => {
    await measureForAnother() // and keeps the better twin
    const before = await rows('select * from source_spendings order by id')
    const [source] = await rows('select rho_spent_billionths from sources')
    await rows('update sources set rho_limit_billionths = rho_spent_billionths') // nothing more fits
    const { dprId, offerId, contractId } = await buyer.api.listings.buy(sale())
    expect(contractId).toMatch(/^CTR-/)
    await expectRefusal(stranger.api.dprs.get({ dprId }), 'not_found')
    await expectRefusal(
      stranger.api.offers.submit({
        dprId,
        priceCents: 100n,
        timelineDays: 1,
        description: 'Mine',
        minAccuracyPercent: null,
        accepted: stranger.accepted,
      }),
      'dpr_closed',
    )
    await fund(buyer, offerId)
    await runJobs(market)
    const { dataset, text } = await dataOf(buyer, dprId)
    expect(dataset).toMatchObject({ contractStatus: 'pending_review', isMeasuredByVendor: false })
    const windowMs = (dataset.reviewEndsAt?.getTime() ?? 0) - dataset.deliveredAt.getTime()
    expect(Math.round(windowMs / 86_400_000)).toBe(7)
    expect(text).toBe((await dataOf(client, deal.dprId)).text)
    expect(await rows('select * from source_spendings order by id')).toEqual(before)
    expect((await rows('select rho_spent_billionths from sources'))[0]).toEqual(source)

    const { items } = await buyer.api.certificates.list({ contractId: contractId ?? '' })
    const { jws } = await buyer.api.certificates.get({ id: items[0]?.id ?? '' })
    const stated = readCertificate(jws)
    expect(stated).toMatchObject({
      contract: { id: contractId },
      copy: { listing: listingId, revision: 1 },
      destruction: { statement: expect.any(String) },
      privacyAccount: { delivery: { epsilon: expect.any(Number) }, choice: { runs: 2 } },
    })
    const account = stated?.privacyAccount
    expect(account?.choice?.with.epsilon).toBeGreaterThan(account?.with.epsilon ?? 9)
    expect(account).not.toHaveProperty('runs') // of the first contract
    expect(dataset.account?.choice).toEqual(account?.choice)
    const fileOf = async (name: string) => {
      const file = dataset.files.find((each) => each.name === name)
      const { url } = await buyer.api.deliveries.fileLink({ fileId: file?.id ?? '' })
      return await fetched(url)
    }
    const report = JSON.parse((await fileOf('validation_report.json')).toString())
    expect(report.source.choice).toEqual(account?.choice)
    const pdf = pdfText(await fileOf('validation_report.pdf')).join(' ')
    expect(pdf).toContain('2 runs for deliveries and listings on this source')
    expect(JSON.stringify(stated)).not.toContain(deal.contractId)
    expect(JSON.stringify(stated)).not.toContain(client.organization.organizationId)
    await buyer.api.deliveries.release({ dprId })
    expect((await vendor.api.listings.purchases({})).items).toMatchObject([
      { contractId, listingId, revision: 1, status: 'completed', priceCents: option.priceCents },
    ])
    expect((await stranger.api.listings.purchases({})).items).toEqual([])
    const own = { rating: 5, comment: 'As listed.' } // any second company of the vendor could say so
    await buyer.api.companies.review({ contractId: contractId ?? '', ...own })
    const company = await buyer.api.companies.get({ company: vendor.organization.id })
    expect(company).toMatchObject({ rating: null, totalReviews: 0 })
    const reviews = await buyer.api.companies.reviews({ companyId: vendor.organization.id })
    expect(reviews.items).toMatchObject([own])
    expect((await vendor.api.listings.getOwn({ listingId })).purchases).toBe(1)
  }, 200_000)

  it('has a dossier like any other deal, in which both consented to one text', async () => {
    const [{ id: contractId }] = await rows('select id from contracts where client = $1', [
      buyer.organization.id,
    ])
    await market.app.jobs['transparency.integrate']!({}, {} as never)
    const status = await market.visitor.transparency.status()
    const key = parseVerifierKey(status.logs[0]!.verifierKey)!
    for (const person of [buyer, vendor]) {
      const response = await market.fetch(`/api/contracts/${contractId}/dossier.zip`, {
        headers: { authorization: `Bearer ${person.token}` },
      })
      const verdict = await verifyDossier(new Uint8Array(await response.arrayBuffer()), {
        keys: [key],
      })
      expect([verdict.state, verdict.findings]).toEqual(['valid', []])
    }
  })

  it('has fixed terms: nobody changes them, uploads another delivery or sends it back', async () => {
    const { dprId, offerId, contractId } = await buyer.api.listings.buy(sale())
    const { id: conversationId } = await buyer.api.negotiation.open({ offerId })
    await expectRefusal(
      buyer.api.negotiation.propose({ conversationId, revision: 1, changes: { priceCents: 100n } }),
      'purchase_fixed',
    )
    await buyer.api.payments.cancel({ contractId: contractId ?? '' })
    expect(await buyer.api.dprs.get({ dprId })).toMatchObject({ status: 'cancelled' })
    const again = await buyer.api.listings.buy(sale())
    await fund(buyer, again.offerId)
    await runJobs(market)
    await expectRefusal(
      buyer.api.deliveries.requestChanges({
        contractId: again.contractId ?? '',
        reason: 'Other rows',
      }),
      'purchase_fixed',
    )
    await buyer.api.deliveries.release(again)
  }, 200_000)

  it('waits for an approval where the buyer needs one', async () => {
    approver = await market.colleague(stranger, 'administrator')
    const upTo = { paymentCents: 100_000n, monthCents: null }
    const none = { paymentCents: null, monthCents: null }
    await approver.api.spending.setRules({
      member: upTo,
      organization: none,
      needsPurchaseOrder: false,
      needsCostCenter: false,
    })
    const rolesAfter: string[] = []
    const { hooks } = market.platform
    const { onProcedureRun } = hooks
    vi.spyOn(hooks, 'onProcedureRun').mockImplementation(async (ctx, run) => {
      const { rows } = await sql<{ role: string }>`select current_user as role`.execute(ctx.tx)
      rolesAfter.push(...rows.map(({ role }) => role))
      await onProcedureRun(ctx, run)
    })
    const { offerId, contractId } = await stranger.api.listings.buy(sale())
    vi.restoreAllMocks()
    expect([contractId, rolesAfter]).toEqual([null, ['authenticated']])
    await expectRefusal(stranger.api.offers.accept({ offerId, revision: 1 }), 'approval_needed')
    const { id } = await stranger.api.approvals.ask({ offerId, revision: 1, note: '' })
    await approver.api.approvals.decide({ id, decision: 'approve', comment: '' })
    await stranger.api.offers.accept({ offerId, revision: 1 })
  })

  it('is listed as a purchase while it waits for an approval, and not once it is declined', async () => {
    const newest = async () => (await vendor.api.listings.purchases({ limit: 1 })).items[0]
    const before = await newest()
    const { dprId, offerId } = await stranger.api.listings.buy(sale())
    expect(await newest()).toMatchObject({ dprId, contractId: null, status: null })
    await stranger.api.offers.reject({ offerId })
    expect(await newest()).toEqual(before)
  })

  it('is bought by two at once, and by none once its listing is withdrawn', async () => {
    const both = await Promise.all([buyer, client].map((each) => each.api.listings.buy(sale())))
    expect(new Set(both.map(({ contractId }) => contractId)).size).toBe(2)
    const outcomes = await Promise.allSettled([
      buyer.api.listings.buy(sale()),
      vendor.api.listings.pause({ listingId }),
    ])
    expect(outcomes[1]?.status).toBe('fulfilled')
    await expectRefusal(buyer.api.listings.buy(sale()), 'listing_not_for_sale')
    await expectRefusal(buyer.api.listings.get({ listingId }), 'not_found')
    const bought = outcomes[0]
    if (bought?.status === 'rejected')
      expect(bought.reason).toMatchObject({ code: 'listing_not_for_sale' })
  })

  it('has the price of the next revision from its publication on', async () => {
    const { content } = await vendor.api.listings.getOwn({ listingId })
    const options = [{ ...option, priceCents: 590_000n }]
    const saved = await vendor.api.listings.save({ listingId, ...content, options })
    expect(saved.hasUnpublishedChanges).toBe(true)
    await vendor.api.listings.publish({ listingId, ...accepted() })
    await expectRefusal(buyer.api.listings.buy(sale()), 'listing_changed')
    await buyer.api.listings.buy(sale({ revision: 2, priceCents: 590_000n }))
  })

  it('that waits for an approval ends with its revision, whatever ends that', async () => {
    const { api } = vendor
    const terms = (revision: number) => sale({ revision, priceCents: 590_000n })
    const approvedPurchase = async (revision: number) => {
      const { dprId, offerId } = await stranger.api.listings.buy(terms(revision))
      const { id } = await stranger.api.approvals.ask({ offerId, revision: 1, note: '' })
      await approver.api.approvals.decide({ id, decision: 'approve', comment: '' })
      return { dprId, accept: () => stranger.api.offers.accept({ offerId, revision: 1 }) }
    }
    const expectEnded = async (
      { dprId, accept }: Awaited<ReturnType<typeof approvedPurchase>>,
      code: 'listing_changed' | 'listing_not_for_sale',
    ) => {
      await expectRefusal(accept(), code)
      expect(await stranger.api.dprs.get({ dprId })).toMatchObject({ status: 'cancelled' })
      const told = `select message from notifications where title = 'Purchase ended' and path like '%' || $1`
      expect(await rows(told, [dprId])).toHaveLength(2) // of both people of the buyer
    }
    const old = await approvedPurchase(2)
    await api.listings.publish({ listingId, ...accepted() })
    await expectEnded(old, 'listing_changed')

    const paused = await approvedPurchase(3)
    await api.listings.pause({ listingId })
    await expectEnded(paused, 'listing_not_for_sale')

    await api.listings.publish({ listingId, ...accepted() })
    const raced = await approvedPurchase(4)
    const [bought] = await Promise.allSettled([raced.accept(), api.listings.pause({ listingId })])
    if (bought.status === 'rejected') await expectEnded(raced, 'listing_not_for_sale')
    else await expectRefusal(raced.accept(), 'offer_decided')
    await api.listings.publish({ listingId, ...accepted() })
    suspended = await approvedPurchase(5)
  })

  it('of a suspended vendor is sold to nobody; one of a listing that staff took down stays with its buyer', async () => {
    const staff = await market.staff()
    const next = sale({ revision: 5, priceCents: 590_000n })
    await staff.api.admin.organizations.suspend({ id: vendor.organization.id, reason: 'Unpaid' })
    await expectRefusal(buyer.api.listings.buy(next), 'listing_not_for_sale')
    await expectRefusal(suspended.accept(), 'listing_not_for_sale')
    await staff.api.admin.organizations.activate({ id: vendor.organization.id })
    await staff.api.listings.staff.takeDown({ listingId, reason: 'The title names a person.' })
    expect(
      await rows(`select actor from app.audit_log where action = 'listing.take_down'`, []),
    ).toEqual([{ actor: staff.userId }])
    await expectRefusal(suspended.accept(), 'listing_not_for_sale')
    expect(
      await rows(`select from offers o join dprs d on d.id = o.dpr_id
      where d.listing_id is not null and o.status = 'pending'`),
    ).toEqual([])
    const { api } = await market.colleague(vendor, 'administrator') // the suspension ended all sessions
    await expectRefusal(buyer.api.listings.buy(next), 'listing_not_for_sale')
    expect(await api.listings.getOwn({ listingId })).toMatchObject({
      status: 'taken_down',
      takenDownReason: 'The title names a person.',
    })
    await expectRefusal(api.listings.publish({ listingId, ...accepted() }), 'listing_fixed')
    const [{ dpr_id: dprId }] = await rows(
      `select dpr_id from contracts where client = $1 and status = 'completed' limit 1`,
      [buyer.organization.id],
    )
    expect((await dataOf(buyer, dprId)).text).toContain('age,city,income')
  })
})
