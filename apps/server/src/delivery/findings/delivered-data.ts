/** The data that claims are about: the files of a delivery as its certificate names them, and what was agreed of them. */
import {
  type Certificate,
  type Claimable,
  type PriceTerms,
  type PublishedReport,
  priceSlope,
  rulesOf,
  type TableRules,
} from '@semblance/contract'
import { qualityScore } from '@semblance/plots'
import { findPriceTerms } from '../../market/contracts/service.ts'
import type { Tx } from '../../platform/database/db.ts'
import { splitExtension } from '../../platform/storage/file-names.ts'
import { findCertificateOf } from '../certificates/service.ts'
import {
  type Agreed,
  type DeliveryRow,
  findAgreed,
  findReadyDelivery,
  hasModel,
} from '../deliveries/service.ts'

export type DeliveredTable = {
  name: string
  /** Name of the file, as certified. */
  file: string
  columns: string[]
  report: PublishedReport
  /** Rules of the data contract for this table. */
  agreed: TableRules | undefined
}

export type DeliveredData = {
  deliveryId: string
  certificateId: string
  /** Holds the certificate's payload. */
  certificate: Certificate
  tables: DeliveredTable[]
  agreed: Agreed
  priceTerms: PriceTerms
  /** True if what was measured of the originals was kept. */
  hasModel: boolean
  /** True if the vendor measured them, so that what was kept is its own word. */
  isMeasuredByVendor: boolean
}

/**
 * Returns the data of a delivery, or of the one that a contract's client has now. Null without one, and for a delivery
 * without a certificate, which names its files. Requires the system role.
 */
export async function findDeliveredData(
  tx: Tx,
  by: { id: string } | { contractId: string },
): Promise<DeliveredData | null> {
  const delivery = await findReadyDelivery(tx, by)
  if (!delivery?.contract_id || ('contractId' in by && delivery.superseded_at)) return null
  const certificate = await findCertificateOf(tx, delivery.id)
  if (!certificate) return null
  const agreed = await findAgreed(tx, delivery.contract_id)
  return {
    deliveryId: delivery.id,
    certificateId: certificate.id,
    certificate: certificate.stated,
    tables: tablesOf(delivery, certificate.stated, agreed),
    agreed,
    priceTerms: await findPriceTerms(tx, delivery.contract_id),
    hasModel: await hasModel(tx, delivery.id),
    isMeasuredByVendor: delivery.is_measured_by_vendor,
  }
}

const TWIN_SUFFIX = /_synthetic$/

/** The certificate names the tables in the order of the reports. */
function tablesOf(
  { report, other_reports }: DeliveryRow,
  { tables }: Certificate,
  { dataContract }: Agreed,
): DeliveredTable[] {
  const reports = [...(report ? [report] : []), ...other_reports.map((other) => other.report)]
  const rules = dataContract ? rulesOf(dataContract) : []
  const isSole = tables.length === 1 && rules.length === 1
  return tables.flatMap(({ file }, place) => {
    const own = reports[place]
    if (!own) return []
    const name = splitExtension(file).stem.replace(TWIN_SUFFIX, '')
    const agreed = isSole ? rules[0] : rules.find(({ names }) => names.includes(name))
    return [{ name, file, columns: own.columns.map((column) => column.name), report: own, agreed }]
  })
}

/** Returns the rules of the data contract by the columns of the delivered table. */
export function rulesByColumn({
  columns,
  agreed,
}: DeliveredTable): Claimable['tables'][number]['rules'] {
  if (!agreed) return []
  return [
    ...agreed.rules.map((rule) => ({ column: null, rule })),
    ...agreed.columns.flatMap(({ names, rules }) => {
      const column = columns.find((name) => names.includes(name))
      return column === undefined ? [] : rules.map((rule) => ({ column, rule }))
    }),
  ]
}

/** Returns the published accuracy of the least faithful table, in percent. */
export const reportedPercent = (tables: DeliveredTable[]): number =>
  Math.min(...tables.map(({ report }) => qualityScore(report.fidelity)))

/**
 * Returns the accuracy that a claim is held against, in percent: the published one as far as the price follows it, or
 * else the agreed minimum. Null if neither was agreed.
 */
export function wantedAccuracy({
  tables,
  priceTerms,
}: Pick<DeliveredData, 'tables' | 'priceTerms'>): number | null {
  const slope = priceSlope(priceTerms)
  return slope
    ? Math.min(slope.targetPercent, reportedPercent(tables))
    : priceTerms.minAccuracyPercent
}

export function claimableOf(data: DeliveredData): Claimable {
  return {
    tables: data.tables.map((table) => ({
      name: table.name,
      columns: table.columns,
      rules: rulesByColumn(table),
    })),
    formats: data.certificate.terms.dataFormats,
    records: data.agreed.minRecords,
    accuracyPercent: wantedAccuracy(data),
    hasModel: data.hasModel,
    isMeasuredByVendor: data.isMeasuredByVendor,
  }
}
