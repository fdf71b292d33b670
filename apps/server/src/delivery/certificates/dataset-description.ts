import type { CertificateDraft, DescribedTable } from './types.ts'

/** Describes a dataset in a paragraph for people who find it without its contract. */
export function descriptionOf(
  { subject, address }: CertificateDraft,
  tables: readonly DescribedTable[],
): string {
  const records = tables.reduce((sum, { report }) => sum + report.rows.synthetic, 0)
  return [
    `${records.toLocaleString('en-US')} synthetic records, made by Semblance from original data of ${subject.vendor_name} for ${subject.client_name} under contract ${subject.id}.`,
    ...new Set(tables.map(({ report }) => report.privacy.guarantee)),
    `Certificate: ${address}`,
  ].join(' ')
}
