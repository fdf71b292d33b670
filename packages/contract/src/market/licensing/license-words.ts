/** License terms in words, the same on pages, in documents and in notices. */
import { licenseCountries } from './countries.ts'
import {
  DELETION_DAYS,
  defaultLicense,
  type LicenseModels,
  type LicensePurpose,
  type LicenseRedistribution,
  type LicenseTerms,
  orderedLicense,
} from './license-terms.ts'

export const licenseAspects = [
  'purposes',
  'users',
  'territory',
  'term',
  'redistribution',
  'models',
  'attribution',
  'deletion',
] as const
export type LicenseAspect = (typeof licenseAspects)[number]

export const licenseAspectLabels: Record<LicenseAspect, string> = {
  purposes: 'Purposes',
  users: 'Users',
  territory: 'Territory',
  term: 'Term',
  redistribution: 'Redistribution',
  models: 'Derived models',
  attribution: 'Attribution',
  deletion: 'Deletion at the end',
}

export const licensePurposeLabels: Record<LicensePurpose, string> = {
  internal_analytics: 'Internal analytics',
  use_case: 'The use case that the request names',
  model_training: 'Model training',
  software_testing: 'Software testing',
  research: 'Research',
  any: 'Any purpose',
}

export const licenseUserLabels = {
  organization: "The client's organization, and those who work for it under its instructions",
  affiliates: "The client's organization and its affiliates",
  people: "A number of people in the client's organization",
} as const satisfies Record<LicenseTerms['users']['kind'], string>

export const licenseTerritoryLabels = {
  worldwide: 'Worldwide',
  eea: 'European Economic Area',
  countries: 'Named countries',
} as const satisfies Record<LicenseTerms['territory']['kind'], string>

export const redistributionLabels: Record<LicenseRedistribution, string> = {
  none: 'None; results that do not contain rows of the twin may be published',
  affiliates: 'To affiliates, under the same terms',
  allowed: 'To anyone, also for money, under the same terms',
}

export const licenseModelLabels: Record<LicenseModels, string> = {
  none: 'None may be trained',
  internal: "May be trained and used within the client's organization; may not be distributed",
  distributable: 'May be trained, used and distributed',
}

/** States what no license permits. */
export const alwaysProhibited =
  'To identify a person by the data, to reconstruct rows of the original, or to link the data with other data about people. No license permits it.'

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

const words: Record<LicenseAspect, (terms: LicenseTerms) => string> = {
  purposes: ({ purposes }) => {
    const [first = '', ...others] = purposes.map((one) => licensePurposeLabels[one])
    return [first, ...others.map(lowerFirst)].reduce((text, one, index, all) =>
      index === all.length - 1 ? `${text}, and ${one}` : `${text}, ${one}`,
    )
  },
  users: ({ users }) =>
    users.kind === 'people'
      ? `At most ${users.count.toLocaleString('en-US')} ${users.count === 1 ? 'person' : 'people'} in the client's organization`
      : licenseUserLabels[users.kind],
  territory: ({ territory }) =>
    territory.kind === 'countries'
      ? territory.countries.map((code) => licenseCountries[code].name).join(', ')
      : licenseTerritoryLabels[territory.kind],
  term: ({ termMonths }) =>
    termMonths === null ? 'No end' : `${termMonths} months from the delivery`,
  redistribution: ({ redistribution }) => redistributionLabels[redistribution],
  models: ({ derivedModels }) => licenseModelLabels[derivedModels],
  attribution: ({ attribution }) =>
    attribution ? 'The vendor is named where results are published' : 'Not required',
  deletion: ({ deletion }) =>
    deletion
      ? `Within ${DELETION_DAYS} days after the license ends`
      : 'Copies need not be deleted when the term ends, and are not used after it',
}

/** Returns each part of the terms with its label, in the order of `licenseAspects`. */
export function licenseWords(
  terms: LicenseTerms,
): { aspect: LicenseAspect; label: string; text: string }[] {
  const ordered = orderedLicense(terms)
  return licenseAspects.map((aspect) => ({
    aspect,
    label: licenseAspectLabels[aspect],
    text: words[aspect](ordered),
  }))
}

/** Returns the terms in one line, as what differs from the default: "Term: 12 months from the delivery. ...". */
export function licenseLine(terms: LicenseTerms): string {
  const usual = licenseWords(defaultLicense)
  const rows = licenseWords(terms).filter(({ text }, index) => text !== usual[index]?.text)
  return rows.length === 0 ? 'Standard terms' : `${lineOf(rows)}. Otherwise standard terms`
}

/** Returns both terms in one line each, with the parts in which they differ. */
export function describeLicenseChange(
  from: LicenseTerms,
  to: LicenseTerms,
): { from: string; to: string } {
  const [before, after] = [licenseWords(from), licenseWords(to)]
  const differs = before.map(({ text }, index) => text !== after[index]?.text)
  return {
    from: lineOf(before.filter((_, index) => differs[index])),
    to: lineOf(after.filter((_, index) => differs[index])),
  }
}

const lineOf = (rows: { label: string; text: string }[]) =>
  rows.map(({ label, text }) => `${label}: ${lowerFirst(text)}`).join('. ')
