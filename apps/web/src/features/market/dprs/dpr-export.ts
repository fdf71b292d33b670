/** A request as a file: JSON for programs, CSV for spreadsheets. */
import {
  categories,
  type DprDetail,
  dataFormatLabels,
  licenseWords,
  moreRowsText,
  privacyLevelLabels,
} from '@semblance/contract'
import { statusLabel } from '@/components/blocks/states/status-variants.ts'
import { csvText } from '@/lib/files/csv.ts'

const dollars = (cents: bigint) => Number(cents) / 100

/** Converts a request to JSON; contacts are included only for the client's own organization. */
export function dprJson(dpr: DprDetail): string {
  const { id, title, description, useCase, complianceRequirements, notes, contacts } = dpr
  const content = {
    id,
    title,
    status: statusLabel('dpr', dpr.status),
    client: dpr.clientName,
    category: categories[dpr.category],
    description,
    useCase,
    budget: {
      currency: 'USD',
      from: dollars(dpr.budgetMinCents),
      to: dollars(dpr.budgetMaxCents),
    },
    timelineDays: dpr.timelineDays,
    reviewDays: dpr.reviewDays,
    deliveryFormat: dpr.deliveryFormat,
    specifications: dpr.specifications,
    technicalRequirements: dpr.technicalRequirements,
    deliverables: dpr.deliverables,
    minimumRecords: dpr.minRecords,
    minimumAccuracyPercent: dpr.minAccuracyPercent,
    sampleRecords: dpr.sampleRecords,
    privacyLevel: privacyLevelLabels[dpr.privacyLevel],
    moreRows: dpr.moreRows,
    license: dpr.license,
    ...(dpr.dataContract && { dataContract: dpr.dataContract }),
    complianceRequirements,
    preferredVendors: {
      minimumRating: dpr.vendorMinRating,
      minimumCompletedContracts: dpr.vendorMinCompleted,
      preferences: dpr.vendorPreferences,
    },
    notes,
    ...(contacts !== null && { contacts }),
    offers: dpr.offersCount,
    posted: dpr.createdAt.toISOString(),
    takesOffersUntil: dpr.closesAt.toISOString(),
  }
  return `${JSON.stringify(content, null, 2)}\n`
}

/** Converts a request to CSV, with one row for each field and for each line of a list. */
export function dprCsv(dpr: DprDetail): string {
  const rows: [string, string | number | null][] = [
    ['ID', dpr.id],
    ['Title', dpr.title],
    ['Status', statusLabel('dpr', dpr.status)],
    ['Client', dpr.clientName],
    ['Category', categories[dpr.category]],
    ['Description', dpr.description],
    ['Use case', dpr.useCase],
    ['Budget from (USD)', dollars(dpr.budgetMinCents)],
    ['Budget to (USD)', dollars(dpr.budgetMaxCents)],
    ['Timeline (days)', dpr.timelineDays],
    ['Review window (days)', dpr.reviewDays],
    ['Delivery format', dataFormatLabels[dpr.deliveryFormat]],
    ...linesOf('Specification', dpr.specifications),
    ...linesOf('Technical requirement', dpr.technicalRequirements),
    ...linesOf('Deliverable', dpr.deliverables),
    ['Minimum records', dpr.minRecords],
    ['Minimum accuracy (%)', dpr.minAccuracyPercent],
    ['Sample records', dpr.sampleRecords],
    ['Privacy level', privacyLevelLabels[dpr.privacyLevel]],
    ['More rows', dpr.moreRows && moreRowsText(dpr.moreRows)],
    ...licenseWords(dpr.license).map(({ label, text }): [string, string] => [
      `License: ${label.toLowerCase()}`,
      text,
    ]),
    ['Compliance requirements', dpr.complianceRequirements],
    ['Vendor rating, at least', dpr.vendorMinRating],
    ['Completed contracts, at least', dpr.vendorMinCompleted],
    ['Vendor preferences', dpr.vendorPreferences],
    ['Notes', dpr.notes],
    ['Contacts', dpr.contacts],
    ['Offers', dpr.offersCount],
    ['Posted', dpr.createdAt.toISOString().slice(0, 10)],
    ['Takes offers until', dpr.closesAt.toISOString().slice(0, 10)],
  ]
  const filled = rows.filter(([, value]) => value !== null && value !== '')
  return csvText([['Field', 'Value'], ...filled.map((cells) => cells.map(String))])
}

const linesOf = (name: string, lines: readonly string[]): [string, string][] =>
  lines.map((line, index) => [`${name} ${index + 1}`, line])
