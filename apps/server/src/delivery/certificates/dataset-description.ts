import type { CertificateDraft, DescribedTable } from './types.ts'

/** Describes a dataset in a paragraph for people who find it without its contract. */
export function descriptionOf(
  { subject, address, isMeasuredByVendor = false, isCopy = false }: CertificateDraft,
  tables: readonly DescribedTable[],
): string {
  const records = tables.reduce((sum, { report }) => sum + report.rows.synthetic, 0)
  const origin = isCopy
    ? `a copy of a twin that Semblance made once from original data of ${subject.vendor_name},`
    : isMeasuredByVendor
      ? `drawn by Semblance from a model that ${subject.vendor_name} states to have measured of its original data,`
      : `made by Semblance from original data of ${subject.vendor_name}`
  return [
    `${records.toLocaleString('en-US')} synthetic records, ${origin} for ${subject.client_name} under contract ${subject.id}.`,
    ...new Set(tables.map(({ report }) => report.privacy.guarantee)),
    `Certificate: ${address}`,
  ].join(' ')
}
