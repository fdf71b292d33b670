/** Defines the license terms of a dataset as values: what a request asks for, an offer grants and a license states. */
import { z } from 'zod'
import { type LicenseCountry, licenseCountries } from './countries.ts'

export const licensePurposes = [
  'internal_analytics',
  'use_case',
  'model_training',
  'software_testing',
  'research',
  'any',
] as const
export type LicensePurpose = (typeof licensePurposes)[number]

/** Lists the terms of a license in months; null stands for no end. */
export const licenseMonths = [12, 24, 36] as const

export const licenseRedistributions = ['none', 'affiliates', 'allowed'] as const
export type LicenseRedistribution = (typeof licenseRedistributions)[number]

export const licenseModels = ['none', 'internal', 'distributable'] as const
export type LicenseModels = (typeof licenseModels)[number]

/** Sets the days after the end of a license within which the dataset is deleted, where it is. */
export const DELETION_DAYS = 30

/** Limits the people that a license can name as the most who use a dataset. */
export const MAX_LICENSED_PEOPLE = 100_000

const isDistinct = (list: readonly unknown[]) => new Set(list).size === list.length

const countryCodes = Object.keys(licenseCountries) as [LicenseCountry, ...LicenseCountry[]]

/**
 * Describes the rights that a vendor grants. Reidentification and linkage are no options: they are prohibited in each
 * license.
 */
export const licenseTerms = z.strictObject({
  purposes: z
    .array(z.enum(licensePurposes))
    .min(1, 'Choose at least one purpose')
    .refine(isDistinct, 'Name each purpose once')
    .refine((list) => list.length === 1 || !list.includes('any'), 'Any purpose stands alone'),
  users: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('organization') }),
    z.strictObject({ kind: z.literal('affiliates') }),
    z.strictObject({
      kind: z.literal('people'),
      /** The most people of the client's organization who use the dataset. */
      count: z
        .number({ error: 'Enter a number of people' })
        .int('Enter whole people')
        .min(1, 'At least 1 person')
        .max(MAX_LICENSED_PEOPLE, `At most ${MAX_LICENSED_PEOPLE.toLocaleString('en-US')} people`),
    }),
  ]),
  territory: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('worldwide') }),
    z.strictObject({ kind: z.literal('eea') }),
    z.strictObject({
      kind: z.literal('countries'),
      countries: z
        .array(z.enum(countryCodes))
        .min(1, 'Choose at least one country')
        .refine(isDistinct, 'Name each country once'),
    }),
  ]),
  /** Counts from the delivery; null: no end. */
  termMonths: z.literal(licenseMonths).nullable(),
  redistribution: z.enum(licenseRedistributions),
  derivedModels: z.enum(licenseModels),
  attribution: z.boolean(),
  /** True if the dataset is deleted within `DELETION_DAYS` after the term ends. */
  deletion: z.boolean(),
})
export type LicenseTerms = z.infer<typeof licenseTerms>

/** Grants what the Data License grants where a contract is silent. */
export const defaultLicense: LicenseTerms = {
  purposes: ['internal_analytics', 'use_case'],
  users: { kind: 'organization' },
  territory: { kind: 'worldwide' },
  termMonths: null,
  redistribution: 'none',
  derivedModels: 'internal',
  attribution: false,
  deletion: true,
}

/** Returns the same terms with their lists in the order in which they are shown, so that equal terms are equal JSON. */
export function orderedLicense(terms: LicenseTerms): LicenseTerms {
  const { territory } = terms
  return {
    ...terms,
    purposes: licensePurposes.filter((purpose) => terms.purposes.includes(purpose)),
    territory:
      territory.kind === 'countries'
        ? { ...territory, countries: countryCodes.filter((c) => territory.countries.includes(c)) }
        : territory,
  }
}
