import { feeLabel } from '@semblance/contract'
import { expect, it } from 'vitest'
import { actingAs, fundedDeal } from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { getContract } from './detail.ts'
import { contractDocument } from './document.ts'

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
    kind: 'Contract',
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
