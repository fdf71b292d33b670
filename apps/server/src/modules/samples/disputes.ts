/** Three disputes of the last days: one that the parties try to settle, one that waits for staff, one taken back. */
import type { Ctx } from '../../platform/context.ts'
import { attachFile } from '../attachments/service.ts'
import {
  answerDispute,
  escalateDispute,
  evidence,
  openDispute,
  proposeSettlement,
  withdrawDispute,
} from '../disputes/service.ts'
import type { Cast } from './cast.ts'
import type { CompanyKey } from './companies.ts'
import { findContract } from './queries.ts'

const HOUR_MS = 3_600_000

const columnCounts = `column,rows,distinct_values
return_reason,48000,1
refund_amount,48000,46112
days_to_return,48000,7
`

type Acting = (hoursAgo: number) => Ctx

export async function loadDisputes({ acting }: Cast): Promise<void> {
  const now = Date.now()
  const as =
    (key: CompanyKey): Acting =>
    (hoursAgo) =>
      acting(key, new Date(now - hoursAgo * HOUR_MS))
  await loadNegotiated(as('halden'), as('cohort'))
  await loadEscalated(as('corvane'), as('meridian'))
  await loadWithdrawn(as('halden'), as('meridian'))
}

async function loadNegotiated(client: Acting, vendor: Acting): Promise<void> {
  const opening = client(40)
  const contractId = await contractOf(opening, 'Returns and Refunds Ledger')
  const file = await attachFile(opening, evidence, {
    placeId: contractId,
    fileName: 'column_counts.csv',
    body: new Blob([columnCounts]).stream(),
  })
  const { id: disputeId } = await openDispute(opening, {
    contractId,
    reason: 'not_as_described',
    statement:
      'The preview that we were shown has one single return reason. The request asks for the full list of reasons, and our model learns nothing without them.',
    asks: 'partial_refund',
    refundCents: 140_000n,
    evidenceIds: [file.id],
  })
  await answerDispute(vendor(22), {
    disputeId,
    statement:
      'The preview was cut from one store, as we wrote beside it. The full table has all eleven reasons; we can deliver it this week.',
    asks: 'release',
    refundCents: null,
    evidenceIds: [],
  })
  await proposeSettlement(vendor(9), {
    disputeId,
    toVendorCents: 240_000n,
    note: 'A rebate for the delay, and we close the contract with the table as it is.',
  })
}

async function loadEscalated(client: Acting, vendor: Acting): Promise<void> {
  const opening = vendor(38)
  const { id: disputeId } = await openDispute(opening, {
    contractId: await contractOf(client(38), 'Small Business Loan Book'),
    reason: 'scope',
    statement:
      'Since the payment, the client asks for five more years of loans. The agreed terms name the last three years.',
    asks: 'release',
    refundCents: null,
    evidenceIds: [],
  })
  await answerDispute(client(20), {
    disputeId,
    statement:
      'The request says "full loan book". Three years were never a term of ours, and are no use for a model of defaults.',
    asks: 'full_refund',
    refundCents: null,
    evidenceIds: [],
  })
  await escalateDispute(client(5), disputeId)
}

async function loadWithdrawn(client: Acting, vendor: Acting): Promise<void> {
  const opening = client(60)
  const { id: disputeId } = await openDispute(opening, {
    contractId: await contractOf(opening, 'Loyalty Program Members'),
    reason: 'unreachable',
    statement:
      'Our three questions about the tiers have been without an answer for four working days, and the schema depends on them.',
    asks: 'full_refund',
    refundCents: null,
    evidenceIds: [],
  })
  await answerDispute(vendor(52), {
    disputeId,
    statement:
      'Our mail filter held your questions back. All three are answered now, and a second person of ours reads along from here on.',
    asks: 'release',
    refundCents: null,
    evidenceIds: [],
  })
  await withdrawDispute(client(50), disputeId)
}

async function contractOf({ tx, actor }: Ctx, title: string): Promise<string> {
  const contract = await findContract(tx, title, actor.organization!.id)
  if (!contract) throw new Error(`There is no contract on ${title}.`)
  return contract.id
}
