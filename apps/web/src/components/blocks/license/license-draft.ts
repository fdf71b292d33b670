/** License terms as they are chosen in a form: numbers are text, and every field is there whether it counts or not. */
import {
  defaultLicense,
  type LicenseCountry,
  type LicensePurpose,
  type LicenseTerms,
  licenseCountries,
  licenseModels,
  licenseMonths,
  licensePurposes,
  licenseRedistributions,
  licenseTerms,
  licenseTerritoryLabels,
  licenseUserLabels,
  parseWhole,
} from '@semblance/contract'
import { z } from 'zod'

export const PERPETUAL = 'perpetual'

export type LicenseDraft = {
  purposes: LicensePurpose[]
  users: LicenseTerms['users']['kind']
  userCount: string
  territory: LicenseTerms['territory']['kind']
  countries: LicenseCountry[]
  /** Months, or `PERPETUAL`. */
  termMonths: string
  redistribution: LicenseTerms['redistribution']
  derivedModels: LicenseTerms['derivedModels']
  attribution: boolean
  deletion: boolean
}

export const licenseDraftOf = (terms: LicenseTerms): LicenseDraft => ({
  purposes: terms.purposes,
  users: terms.users.kind,
  userCount: terms.users.kind === 'people' ? String(terms.users.count) : '',
  territory: terms.territory.kind,
  countries: terms.territory.kind === 'countries' ? terms.territory.countries : [],
  termMonths: terms.termMonths === null ? PERPETUAL : String(terms.termMonths),
  redistribution: terms.redistribution,
  derivedModels: terms.derivedModels,
  attribution: terms.attribution,
  deletion: terms.deletion,
})

export const defaultLicenseDraft = licenseDraftOf(defaultLicense)

const termsOf = (draft: LicenseDraft) => ({
  purposes: draft.purposes,
  users:
    draft.users === 'people'
      ? { kind: draft.users, count: parseWhole(draft.userCount) ?? Number.NaN }
      : { kind: draft.users },
  territory:
    draft.territory === 'countries'
      ? { kind: draft.territory, countries: draft.countries }
      : { kind: draft.territory },
  termMonths: draft.termMonths === PERPETUAL ? null : Number(draft.termMonths),
  redistribution: draft.redistribution,
  derivedModels: draft.derivedModels,
  attribution: draft.attribution,
  deletion: draft.deletion,
})

const draftFields: Record<string, keyof LicenseDraft> = {
  users: 'userCount',
  territory: 'countries',
}

/** Parses a draft into terms; each problem names the field of the draft. */
export const typedLicense = z.custom<LicenseDraft>().transform((draft, context): LicenseTerms => {
  const read = licenseTerms.safeParse(termsOf(draft))
  if (read.success) return read.data
  for (const { path, message } of read.error.issues) {
    const [part = ''] = path.map(String)
    context.addIssue({ code: 'custom', path: [draftFields[part] ?? part], message })
  }
  return z.NEVER
})

/** Returns the terms of a draft, or null while they cannot be parsed. */
export const readLicense = (draft: LicenseDraft): LicenseTerms | null =>
  typedLicense.safeParse(draft).data ?? null

/** Returns a draft with what is known of stored values, and the default for the rest. */
export function knownLicenseDraft(
  stored: { [Name in keyof LicenseDraft]?: unknown },
): LicenseDraft {
  const known = <Name extends keyof LicenseDraft>(name: Name, values: readonly unknown[]) =>
    (values.includes(stored[name]) ? stored[name] : defaultLicenseDraft[name]) as LicenseDraft[Name]
  const some = <Value>(list: unknown, values: readonly Value[]) =>
    Array.isArray(list) ? values.filter((value) => list.includes(value)) : null
  return {
    purposes: some(stored.purposes, licensePurposes) ?? defaultLicenseDraft.purposes,
    users: known('users', Object.keys(licenseUserLabels)),
    userCount: typeof stored.userCount === 'string' ? stored.userCount : '',
    territory: known('territory', Object.keys(licenseTerritoryLabels)),
    countries: some(stored.countries, Object.keys(licenseCountries) as LicenseCountry[]) ?? [],
    termMonths: known('termMonths', [PERPETUAL, ...licenseMonths.map(String)]),
    redistribution: known('redistribution', licenseRedistributions),
    derivedModels: known('derivedModels', licenseModels),
    attribution: known('attribution', [true, false]),
    deletion: known('deletion', [true, false]),
  }
}
