import {
  type ContractSummary,
  contractStageLabels,
  contractStatusLabels,
} from '@semblance/contract'
import { type CsvColumn, plainUsd } from '@/lib/csv.ts'

export const contractCsv: readonly CsvColumn<ContractSummary>[] = [
  ['Contract', (contract) => contract.id],
  ['Title', (contract) => contract.title],
  ['Client', (contract) => contract.clientName],
  ['Vendor', (contract) => contract.vendorName],
  ['Status', (contract) => contractStatusLabels[contract.status]],
  ['Stage', (contract) => contract.stage && contractStageLabels[contract.stage]],
  ['Progress (%)', (contract) => contract.progressPercent],
  ['Price (USD)', (contract) => plainUsd(contract.priceCents)],
  ['Held (USD)', (contract) => plainUsd(contract.heldCents)],
  ['Released (USD)', (contract) => plainUsd(contract.releasedCents)],
  ['Start date', (contract) => contract.startDate],
  ['Delivery date', (contract) => contract.deliveryDate],
]
