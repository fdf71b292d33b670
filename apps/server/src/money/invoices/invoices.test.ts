import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { form as bankDetails } from '../../../testing/fixtures/bank-details-fixtures.ts'
import {
  actingAs,
  agree,
  bankAccount,
  deliver,
  expectRefusal,
  expectSoundLedger,
  fundedDeal,
  release,
} from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system, type Tx } from '../../platform/database/db.ts'
import { invoiceDocument, readDocument } from './document.ts'
import { getInvoice } from './list.ts'
import { getInvoiceRow, nextNumber, type Series } from './queries.ts'

const { market, client, vendor } = await useMarket({ client: 'client', vendor: 'vendor' })
afterEach(() => expectSoundLedger(market))

const asSystemTx = <T>(work: (tx: Tx) => Promise<T>) => market.platform.db.transaction(system, work)
const list = async (by: Person, contractId: string) =>
  (await by.api.invoices.list({ contractId })).items

describe('numbers', () => {
  const year = new Date('2031-06-01T00:00:00Z')
  const take = (series: Series, work = async () => {}) =>
    asSystemTx(async (tx) => {
      const number = await nextNumber(tx, series, year)
      await work()
      return number
    })

  it('50 documents at once have no gap and no number twice, and a transaction undone leaves none', async () => {
    const undone = new Error('undone')
    const results = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) =>
        take('INV', async () => {
          if (index % 6 === 5) throw undone
        }),
      ),
    )
    const given = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    expect(given.sort()).toEqual(
      Array.from({ length: 50 }, (_, index) => `INV-2031-${String(index + 1).padStart(6, '0')}`),
    )
    expect(await take('INV')).toBe('INV-2031-000051')
  })

  it('each series and each year begins at one', async () => {
    expect(await take('CRN')).toBe('CRN-2031-000001')
    const next = new Date('2032-01-01T00:00:00Z')
    expect(await asSystemTx((tx) => nextNumber(tx, 'INV', next))).toBe('INV-2032-000001')
  })
})

describe('tax details', () => {
  const save = async (of: Person, vatNumber: string) => {
    const admin = await market.colleague(of, 'administrator')
    const { revision = 0 } = (await admin.api.banking.get()) ?? {}
    await admin.api.banking.save({ ...bankDetails, revision, vatNumber })
  }
  const textOf = async (by: Person, contractId: string) => {
    const [paper] = await list(by, contractId)
    const row = await asSystemTx((tx) => getInvoiceRow(tx, paper?.number ?? ''))
    return JSON.stringify(invoiceDocument(row).blocks)
  }

  it('of both parties stand on the documents, with reverse charge between two countries of the union alone', {
    tags: 'long',
  }, async () => {
    const without = await fundedDeal(client, vendor)
    expect(await textOf(client, without.contractId)).not.toMatch(/VAT|Reverse charge/)
    await save(client, 'FR40303265045')
    await save(vendor, 'DE136695976')
    const register = (of: Person, country: string) =>
      market.platform.db.pool.query('update organizations set country = $1 where id = $2', [
        country,
        of.organization.id,
      ])
    await register(client, 'US')
    await register(vendor, 'DE')
    const american = await fundedDeal(client, vendor)
    expect(await textOf(client, american.contractId)).not.toMatch(/Reverse charge/)
    await register(client, 'FR')
    const between = await fundedDeal(client, vendor)
    const paper = await textOf(client, between.contractId)
    expect(paper).toContain('FR40303265045')
    expect(paper).toContain('DE136695976')
    expect(paper).toMatch(/Reverse charge, if both VAT numbers are valid/)
    expect(paper).toMatch(/no authority was asked/)
    const [{ number } = { number: '' }] = await list(client, between.contractId)
    const own = await actingAs(market, client, (ctx) => readDocument(ctx, number))
    expect(JSON.stringify(own.blocks)).toBe(paper)
    await save(vendor, 'GB980780684')
    const outside = await fundedDeal(client, vendor)
    expect(await textOf(client, outside.contractId)).not.toMatch(/Reverse charge/)
    // Issued documents keep their numbers, and a credit note has those of its invoice.
    expect(await textOf(client, between.contractId)).toContain('DE136695976')
    await client.api.payments.cancel({ contractId: between.contractId })
    const credit = await textOf(client, between.contractId)
    expect(credit).toContain('Credits invoice')
    expect(credit).toContain('DE136695976')
    expect(credit).not.toContain('GB980780684')
    await save(vendor, '')
    await save(client, '')
    await register(client, 'DE')
  })
})

describe('documents', () => {
  it('a settled payment gives the client an invoice of price and fee', async () => {
    const { contractId } = await fundedDeal(client, vendor)
    const [invoice, ...others] = await list(client, contractId)
    expect(others).toEqual([])
    expect(invoice).toMatchObject({ kind: 'invoice', amountCents: 1_896_250n, status: 'paid' })
    expect(invoice!.number).toMatch(/^INV-\d{4}-\d{6}$/)
    expect(await list(vendor, contractId)).toEqual([])
  })

  it('a release gives the vendor a statement of the price alone', async () => {
    const { contractId } = await fundedDeal(client, vendor)
    await deliver(market, contractId)
    await release(market, client, contractId)
    expect(await list(vendor, contractId)).toMatchObject([
      { kind: 'statement', amountCents: 1_850_000n, status: 'paid' },
    ])
    expect(await list(client, contractId)).toHaveLength(1)
  })

  it('a refund gives the client a credit note, open until its bank has the money', async () => {
    const { contractId } = await fundedDeal(client, vendor)
    await client.api.payments.cancel({ contractId })
    const [credit, invoice] = await list(client, contractId)
    expect(credit).toMatchObject({
      kind: 'credit_note',
      amountCents: 1_896_250n,
      status: 'pending',
    })
    expect(invoice).toMatchObject({ kind: 'invoice', status: 'paid' })
    await client.settle()
    expect((await list(client, contractId))[0]).toMatchObject({ status: 'paid' })
  })

  it('a payment that the bank takes back voids its invoice by a credit note', async () => {
    const { offerId, contractId } = await agree(client, vendor)
    const account = { ...bankAccount, accountNumber: '000123459010' }
    await client.api.payments.fund({ offerId, bankAccount: account, accepted: client.accepted })
    await client.settle('returned')
    const documents = await list(client, contractId)
    expect(documents).toMatchObject([
      { kind: 'credit_note', amountCents: 1_896_250n, status: 'paid' },
      { kind: 'invoice', status: 'failed' },
    ])
    const credit = await actingAs(market, client, (ctx) => getInvoice(ctx, documents[0]!.number))
    expect(credit.credits).toBe(documents[1]!.number)
  })

  it('a refused payment gives no document', async () => {
    const { offerId, contractId } = await agree(client, vendor)
    const account = { ...bankAccount, accountNumber: '000123459001' }
    await client.api.payments.fund({ offerId, bankAccount: account, accepted: client.accepted })
    await client.settle()
    expect(await list(client, contractId)).toEqual([])
  })

  it('nobody can change or delete a document but for its state', async () => {
    await fundedDeal(client, vendor)
    for (const statement of [
      'update invoices set price_cents = price_cents + 1',
      'update invoices set recipient_name = recipient_name',
      'delete from invoices',
    ])
      await expect(asSystemTx((tx) => sql.raw(statement).execute(tx))).rejects.toMatchObject({
        code: '42501',
      })
  })
})

describe('the PDF', () => {
  const fetchPdf = (number: string, by?: Person) =>
    market.fetch(
      `/api/invoices/${number}.pdf`,
      by && { headers: { authorization: `Bearer ${by.token}` } },
    )

  it('has parties, number, lines in cents, total and state', async () => {
    const { contractId } = await fundedDeal(client, vendor)
    const { number } = (await list(client, contractId))[0]!
    const document = await actingAs(market, client, (ctx) => readDocument(ctx, number))
    const { blocks, ...head } = document
    expect(head).toMatchObject({ kind: 'Invoice', documentId: number })
    const definitions = blocks.flatMap((block) => ('definitions' in block ? block.definitions : []))
    const values = Object.fromEntries(definitions.map(({ term, value }) => [term, value]))
    expect(values['Billed to']).toMatch(/^client \w+, Berlin, Germany$/)
    expect(values['Supplied by']).toMatch(/^vendor \w+, Berlin, Germany$/)
    expect(values).toMatchObject({ Contract: contractId })
    expect(values.Status).toMatch(/^Paid, /)
    const { rows } = blocks.find((block) => 'table' in block)!.table
    expect(rows.map(([, amount]) => amount)).toEqual(['$18,500.00', '$462.50', '$18,962.50'])
  })

  it('is for its recipient alone', async () => {
    const { contractId } = await fundedDeal(client, vendor)
    const { number } = (await list(client, contractId))[0]!
    const own = await fetchPdf(number, client)
    expect(own.headers.get('content-type')).toBe('application/pdf')
    expect(own.headers.get('content-disposition')).toContain(`${number}.pdf`)
    expect(Buffer.from(await own.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-')
    const other = await market.member('client')
    for (const by of [vendor, other]) expect((await fetchPdf(number, by)).status).toBe(404)
    expect((await fetchPdf(number)).status).toBe(401)
    expect((await fetchPdf('INV-2020-000001', client)).status).toBe(404)
  })
})

it('the list goes on by pages, and is nobody else’s', async () => {
  const first = await client.api.invoices.list({ limit: 1 })
  const second = await client.api.invoices.list({ limit: 1, cursor: first.nextCursor! })
  expect(second.items[0]!.number).not.toBe(first.items[0]!.number)
  const other = await market.member('both')
  expect((await other.api.invoices.list({})).items).toEqual([])
  await expectRefusal(market.visitor.invoices.list({}), 'sign_in_required')
  await expectRefusal(client.api.invoices.list({ cursor: 'x' }), 'bad_input')
})
