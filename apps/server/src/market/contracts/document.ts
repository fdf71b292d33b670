/** The status of a contract as a printed document, for both parties: the same words that the page shows. */
import {
  alwaysProhibited,
  type ContractDetail,
  contractStageLabels,
  contractStatusLabels,
  describeChange,
  describeDuePrice,
  feeLabel,
  formatDollars,
  licenseWords,
  type Milestone,
  paymentStructures,
  workStatusLabels,
} from '@semblance/contract'
import type { Ctx } from '../../platform/http/context.ts'
import { makePdf, type PdfBlock, type PdfDocument } from '../../platform/pdf/pdf.ts'
import { getContract } from './detail.ts'

export async function contractPdf(ctx: Ctx, contractId: string): Promise<Buffer<ArrayBuffer>> {
  return await makePdf(contractDocument(await getContract(ctx, contractId)))
}

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const day = (date: Date | string | null, otherwise = '') =>
  date === null ? otherwise : days.format(new Date(date))

export function contractDocument(contract: ContractDetail): PdfDocument {
  const agreedAt = contract.events.find(({ id }) => id === 'agreed')!.at
  return {
    kind: 'Contract status',
    title: contract.title,
    subtitle: `${contract.vendorName} for ${contract.clientName}`,
    documentId: contract.id,
    issuedAt: agreedAt,
    blocks: [
      { definitions: facts(contract, agreedAt) },
      { paragraph: statusRule },
      { heading: 'Price and payment' },
      { definitions: payment(contract) },
      { paragraph: escrowRule },
      { heading: 'Description' },
      { paragraph: contract.offerDescription },
      { heading: 'Deliverables' },
      { list: contract.deliverables },
      { heading: 'Specifications' },
      {
        definitions: contract.specifications.map(({ label, value }) => ({ term: label, value })),
      },
      { heading: 'License' },
      { definitions: license(contract) },
      { heading: 'Milestones' },
      { table: milestones(contract.milestones) },
      ...history(contract),
      { heading: 'Original data' },
      { paragraph: privacyRule },
    ],
  }
}

const statusRule =
  'This document states the contract as it was at the download. The agreement is a document of its own, which never changes.'
const escrowRule =
  "The client pays price and fee into escrow before work begins. The price is released to the vendor as the payment structure says, the rest with the client's acceptance of the delivery."
const privacyRule =
  'The vendor hands original data over to the platform alone. The platform makes its synthetic twin, measures fidelity and privacy, and deletes the original with its key. The client receives the twin.'

const facts = (contract: ContractDetail, agreedAt: Date) => [
  { term: 'Client', value: contract.clientName },
  { term: 'Vendor', value: contract.vendorName },
  { term: 'Request and offer', value: `${contract.dprId}, ${contract.offerId}` },
  {
    term: 'Status',
    value: [
      contractStatusLabels[contract.status],
      contract.stage && contractStageLabels[contract.stage],
    ]
      .filter(Boolean)
      .join(', '),
  },
  { term: 'Agreed on', value: day(agreedAt) },
  { term: 'Start date', value: day(contract.startDate, 'When escrow is funded') },
  { term: 'Delivery date', value: day(contract.deliveryDate, 'Set when escrow is funded') },
]

function payment(contract: ContractDetail) {
  const { priceCents, duePrice, feeCents, feeBps, paymentTerms } = contract
  const { structure, upfrontCents, onDeliveryCents } = paymentTerms
  return [
    { term: 'Price', value: formatDollars(priceCents) },
    { term: 'Payment structure', value: paymentStructures[structure] },
    { term: 'Upfront', value: formatDollars(upfrontCents) },
    { term: 'On delivery', value: formatDollars(onDeliveryCents) },
    ...(duePrice
      ? [{ term: 'Price of the delivery', value: describeDuePrice(duePrice, priceCents) }]
      : []),
    ...(feeCents !== null
      ? [
          { term: feeLabel(feeBps), value: formatDollars(feeCents) },
          { term: 'Total', value: formatDollars(priceCents + feeCents) },
        ]
      : []),
  ]
}

const license = ({ license, policySha256 }: ContractDetail) => [
  ...licenseWords(license).map(({ label, text }) => ({ term: label, value: text })),
  { term: 'Always prohibited', value: alwaysProhibited },
  { term: 'SHA-256 of the policy (ODRL)', value: policySha256 },
]

const milestones = (list: Milestone[]) => ({
  columns: [
    { label: 'Milestone', width: 6 },
    { label: 'Status', width: 2 },
    { label: 'Date', width: 2, align: 'right' as const },
  ],
  rows: list.map(({ title, description, status, date }) => [
    description ? `${title}: ${description}` : title,
    workStatusLabels[status],
    day(date),
  ]),
})

function history({ termHistory, changeRequests }: ContractDetail): PdfBlock[] {
  const changes = termHistory.flatMap(({ createdAt, changes }) =>
    changes.map(describeChange).map(({ label, from, to }) => ({
      at: createdAt,
      what: `${label}: ${from} to ${to}`,
    })),
  )
  const rounds = changeRequests.map(({ createdAt, reason }) => ({
    at: createdAt,
    what: `Changes requested: ${reason}`,
  }))
  if (changes.length + rounds.length === 0) return []
  const rows = [...changes, ...rounds].sort((a, b) => a.at.getTime() - b.at.getTime())
  return [
    { heading: 'Changes since the offer' },
    { definitions: rows.map(({ at, what }) => ({ term: day(at), value: what })) },
  ]
}
