import { createHash } from 'node:crypto'
import {
  consentStatements,
  defaultLicense,
  feeLabel,
  formatValue,
  jsonSha256,
  licenseWords,
  offerFieldLabels,
  offerFields,
} from '@semblance/contract'
import { describe, expect, it } from 'vitest'
import { actingAs, fundedDeal } from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'
import { makePdf } from '../../platform/pdf/pdf.ts'
import { changeTerms } from '../offers/service.ts'
import {
  agreementDocument,
  type DrawnAgreement,
  feeAnnexDocument,
} from './agreements/agreement-document.ts'
import { getContract } from './detail.ts'
import { contractDocument } from './document.ts'
import { listAgreements } from './service.ts'

const { market, client, vendor } = await useMarket({ client: 'client', vendor: 'vendor' })

const read = (by: Person, contractId: string) =>
  actingAs(market, by, (ctx) => getContract(ctx, contractId))
const fetchPdf = (contractId: string, by?: Person) =>
  market.fetch(
    `/api/contracts/${contractId}/contract.pdf`,
    by && { headers: { authorization: `Bearer ${by.token}` } },
  )

it('says who agreed on what, for how much and until when', async () => {
  const { contractId } = await fundedDeal(client, vendor)
  await client.api.milestones.add({ contractId, title: 'Codebook', dueOn: '2099-05-01' })
  const contract = await read(client, contractId)
  const { blocks, ...head } = contractDocument(contract)
  expect(head).toMatchObject({
    kind: 'Contract status',
    title: 'Retail Customer Purchase Histories',
    documentId: contractId,
  })
  const definitions = blocks.flatMap((block) => ('definitions' in block ? block.definitions : []))
  const values = Object.fromEntries(definitions.map(({ term, value }) => [term, value]))
  expect(values).toMatchObject({
    Client: contract.clientName,
    Vendor: contract.vendorName,
    Status: 'In Progress, Data Collection',
    Price: '$18,500.00',
    'Payment structure': '100% on delivery',
    [feeLabel(contract.feeBps)]: '$462.50',
    Total: '$18,962.50',
    'Delivery Timeline': '10 days',
    'Data Format': 'CSV',
  })
  const table = blocks.find((block) => 'table' in block)!.table
  expect(table.rows).toContainEqual(['Codebook', 'Pending', 'May 1, 2099'])
  expect(blocks).toContainEqual({ list: contract.deliverables })
})

it("the vendor's copy leaves the client's fee out", async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const text = JSON.stringify(contractDocument(await read(vendor, contractId)))
  expect(text).toContain('$18,500.00')
  expect(text).not.toContain('Platform fee')
})

it('changes of terms and requests for changes are listed in their order', async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const contract = await read(client, contractId)
  const change = { field: 'timeline', from: 10, to: 14 } as const
  const { blocks } = contractDocument({
    ...contract,
    termHistory: [
      { revision: 2, byName: 'V', createdAt: new Date('2026-03-02'), changes: [change] },
    ],
    changeRequests: [
      { id: 'c', reason: 'In dollars', createdAt: new Date('2026-03-09'), answeredAt: null },
    ],
  })
  expect(blocks).toContainEqual({
    definitions: [
      { term: 'Mar 2, 2026', value: 'Delivery Timeline: 10 days to 14 days' },
      { term: 'Mar 9, 2026', value: 'Changes requested: In dollars' },
    ],
  })
})

it('both parties download it', async () => {
  const { contractId } = await fundedDeal(client, vendor)
  for (const person of [client, vendor]) {
    const response = await fetchPdf(contractId, person)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-disposition')).toContain(`${contractId}-contract.pdf`)
    expect(Buffer.from(await response.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-')
  }
})

it('a stranger and a visitor cannot download it', async () => {
  const { contractId } = await fundedDeal(client, vendor)
  expect((await fetchPdf(contractId, await market.member('both'))).status).toBe(404)
  expect((await fetchPdf(contractId)).status).toBe(401)
  expect((await fetchPdf('CTR-0', client)).status).toBe(404)
})

describe('the agreement', () => {
  const fetchRevision = (contractId: string, file: string, by?: Person) =>
    market.fetch(
      `/api/contracts/${contractId}/revisions/${file}.pdf`,
      by && { headers: { authorization: `Bearer ${by.token}` } },
    )
  const bytesOf = async (contractId: string, file: string, by: Person) =>
    Buffer.from(await (await fetchRevision(contractId, file, by)).arrayBuffer())
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  const openingsOf = (contractId: string) =>
    market.platform.db.transaction(system, (tx) =>
      tx
        .selectFrom('transparency.openings')
        .select(['audience', 'payload'])
        .where('type', '=', 'agreement.drawn')
        .where('deal', 'in', [contractId, `${contractId}/client`])
        .orderBy('id')
        .execute(),
    )
  const drawn: DrawnAgreement = {
    contract: { id: 'CTR-1', price_cents: 1_850_000n, fee_bps: 250, fee_cents: 46_250n },
    content: {
      ...{ v: 1, request: 'DPR-1', offer: 'OFR-1', revision: 3, title: 'Histories' },
      client: { organization: '00000000-0000-4000-8000-000000000001', name: 'Client Ltd' },
      vendor: { organization: '00000000-0000-4000-8000-000000000002', name: 'Vendor Ltd' },
      terms: {
        ...{ price: '1850000', timeline: 10, format: ['csv'], samples: null },
        ...{ accuracy: 90, target: 95, floor: 60, privacy: 'high', services: '0' },
        ...{ description: 'All of it', deliverables: ['Twin', 'Report'] },
        ...{ payment: 'on_delivery', delivery: 'download', support: 'none', sample: null },
        license: defaultLicense,
      },
      asked: {
        ...{ category: 'retail', useCase: 'Models', complianceRequirements: 'GDPR' },
        ...{ minRecords: '12000', dataContractSha256: 'd'.repeat(64), reviewDays: 7 },
      },
      legal: [
        {
          ...{ document: 'terms', title: 'Terms of Service', dated: '2026-11-25' },
          version: 'a'.repeat(64),
        },
      ],
      governingLaw: null,
    },
    termsSha256: 'f'.repeat(64),
    agreementSha256: 'e'.repeat(64),
    consents: [
      {
        ...{ side: 'vendor', act: 'submit', statement: consentStatements.submit },
        ...{ personName: 'Ada Lovelace', isByKey: false, hadSecondFactor: true },
        at: new Date('2026-11-24T10:00:00Z'),
      },
      {
        ...{ side: 'client', act: 'accept', statement: consentStatements.accept },
        ...{ personName: null, isByKey: true, hadSecondFactor: null },
        at: new Date('2026-11-25T10:00:00Z'),
      },
    ],
    drawnAt: new Date('2026-11-25T10:00:00Z'),
  }

  it('states each field of an offer that can change, and neither fee nor status', () => {
    const { content } = drawn
    const { blocks } = agreementDocument(drawn)
    const stated = blocks.flatMap((block) => ('definitions' in block ? block.definitions : []))
    for (const field of offerFields.filter((name) => name !== 'license' && name !== 'more'))
      expect(stated).toContainEqual({
        term: offerFieldLabels[field],
        value: formatValue(field, content.terms[field]),
      })
    expect(stated).toContainEqual({
      term: 'Terms of Service',
      value: `Of 2026-11-25, SHA-256 ${'a'.repeat(64)}`,
    })
    for (const { label: term, text: value } of licenseWords(defaultLicense))
      expect(stated).toContainEqual({ term, value })
    const text = JSON.stringify(blocks)
    expect(text).not.toMatch(/462\.50|18,962|Status|Platform fee/)
    expect(text).toContain('had not named the governing law')
    expect(text).toContain('7 days')
    expect(JSON.stringify(feeAnnexDocument(drawn).blocks)).toContain('$18,962.50')
    const ofLaw = { ...drawn, content: { ...content, governingLaw: 'Law of X' } }
    expect(JSON.stringify(agreementDocument(ofLaw))).toContain('Law of X, as the operator')
  })

  it('states how each party consented, without a name, or that this is not recorded', () => {
    const { blocks } = agreementDocument(drawn)
    expect(blocks).toContainEqual({
      definitions: [
        {
          term: 'Client',
          value:
            'Client Ltd accepted the offer at 2026-11-25T10:00:00.000Z, by a key for programs.',
        },
        {
          term: 'Vendor',
          value:
            'Vendor Ltd sent the offer at 2026-11-24T10:00:00.000Z, signed in with a second factor.',
        },
      ],
    })
    expect(JSON.stringify(blocks)).toContain('e'.repeat(64))
    expect(JSON.stringify(blocks)).not.toContain('Ada')
    const older = agreementDocument({ ...drawn, agreementSha256: null, consents: [] })
    expect(JSON.stringify(older.blocks)).toContain('are not recorded')
    expect(JSON.stringify(older.blocks)).not.toContain('e'.repeat(64))
  })

  it('is the same bytes for the same content', async () => {
    const made = async () => sha256(await makePdf(agreementDocument(drawn)))
    expect(await made()).toBe(await made())
  })

  it('is drawn once for each revision and stays as it was drawn, with its hash in the log', async () => {
    const { contractId, offerId } = await fundedDeal(client, vendor)
    const first = await bytesOf(contractId, '1/agreement', vendor)
    const annex = await bytesOf(contractId, '1/fee-annex', client)
    const { agreement } = await read(client, contractId)
    expect(agreement).toMatchObject({ revision: 1, documentSha256: sha256(first) })
    await actingAs(market, client, async (ctx) =>
      changeTerms(ctx, {
        offerId,
        baseRevision: 1,
        changes: { timelineDays: 14 },
        changedBy: ctx.actor.organization!.id,
        consent: null,
      }),
    )
    const second = await bytesOf(contractId, '2/agreement', client)
    expect(sha256(await bytesOf(contractId, '1/agreement', client))).toBe(sha256(first))
    expect(sha256(second)).not.toBe(sha256(first))
    const openings = await openingsOf(contractId)
    const bodies = openings.map(({ audience, payload }) => ({
      audience,
      ...JSON.parse(payload!).body,
    }))
    const ofBoth = bodies.filter(({ audience }) => audience === 'both')
    expect(ofBoth).toMatchObject([
      { revision: 1, documentSha256: sha256(first), termsSha256: agreement!.termsSha256 },
      { revision: 2, documentSha256: sha256(second), terms: { timeline: 14 } },
    ])
    expect(ofBoth.map(({ terms }) => jsonSha256(terms))).toEqual(
      ofBoth.map(({ termsSha256 }) => termsSha256),
    )
    expect(JSON.stringify(ofBoth)).not.toContain(sha256(annex))
    expect(bodies).toContainEqual(
      expect.objectContaining({ audience: 'client', revision: 1, annexSha256: sha256(annex) }),
    )
    const all = await actingAs(market, vendor, (ctx) => listAgreements(ctx, contractId))
    expect(all.map(({ kind, documentSha256 }) => [kind, documentSha256])).toEqual([
      ['agreement', sha256(first)],
      ['agreement', sha256(second)],
    ])
  })

  it('is closed to strangers and visitors, its annex to the vendor', async () => {
    const { contractId } = await fundedDeal(client, vendor)
    const stranger = await market.member('both')
    const statusOf = async (file: string, by?: Person) =>
      (await fetchRevision(contractId, file, by)).status
    expect(await statusOf('1/agreement', vendor)).toBe(200)
    expect(await statusOf('1/fee-annex', vendor)).toBe(404)
    expect(await statusOf('1/fee-annex', client)).toBe(200)
    for (const file of ['1/agreement', '1/fee-annex']) {
      expect(await statusOf(file, stranger)).toBe(404)
      expect(await statusOf(file)).toBe(401)
    }
    for (const revision of ['2', '0', 'x', '99999999999'])
      expect(await statusOf(`${revision}/agreement`, client)).toBe(404)
  })
})
