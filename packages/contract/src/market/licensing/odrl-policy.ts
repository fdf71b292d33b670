/** License terms as a policy of ODRL 2.2 in JSON-LD: https://www.w3.org/TR/odrl-vocab/. */
import { jsonSha256 } from '../../core/transparency/leaves.ts'
import { eeaCountries, licenseCountries } from './countries.ts'
import {
  DELETION_DAYS,
  type LicensePurpose,
  type LicenseTerms,
  orderedLicense,
} from './license-terms.ts'
import { odrlProfilePath, type ProfileTerm } from './odrl-profile.ts'

const EU_COUNTRIES = 'http://publications.europa.eu/resource/authority/country/'

/** Says what a policy is about. */
type PolicyPlace = {
  /** The installation's public address, without a slash at its end. */
  url: string
  /** The address of the offer, contract or license; dataset and parties are fragments of it, so that none is named. */
  address: string
  uid: string
  /** Leaves an offer without an assignee: each organization that receives it may accept it. */
  type: 'Agreement' | 'Offer'
  /** The last day of the term, as YYYY-MM-DD, once the delivery has fixed it; null: the policy states months. */
  endsOn: string | null
}

type Constraint = { leftOperand: string; operator: string; rightOperand: unknown }
type Rule = { action: string; target?: string; constraint?: Constraint[]; duty?: Rule[] }

const sem = (term: ProfileTerm) => `sem:${term}`
const iri = (id: string) => ({ '@id': id })
const constraint = (leftOperand: string, operator: string, rightOperand: unknown): Constraint => ({
  leftOperand,
  operator,
  rightOperand,
})
const integer = (value: number) => ({ '@value': String(value), '@type': 'xsd:integer' })
const date = (value: string) => ({ '@value': value, '@type': 'xsd:date' })
const list = (items: unknown[]) => ({ '@list': items })

const purposeTerms: Record<Exclude<LicensePurpose, 'any'>, ProfileTerm> = {
  internal_analytics: 'InternalAnalytics',
  use_case: 'RequestedUseCase',
  model_training: 'ModelTraining',
  software_testing: 'SoftwareTesting',
  research: 'Research',
}

function policyOf(terms: LicenseTerms, place: PolicyPlace) {
  const ordered = orderedLicense(terms)
  const { uid, url, address, type } = place
  const limits = limitsOf(ordered, place)
  const rules = [passingOn(ordered, place, limits), models(ordered, limits)]
  return {
    '@context': contextAt(`${url}${odrlProfilePath}`),
    '@type': type,
    uid,
    profile: `${url}${odrlProfilePath}`,
    // Use includes distribution and derivation, so that prohibitions must go first.
    conflict: 'prohibit',
    target: `${address}#dataset`,
    assigner: `${address}#vendor`,
    ...(type === 'Agreement' && { assignee: clientOf(place) }),
    permission: [
      { action: sem('examine') },
      use(ordered, limits),
      ...rules.flatMap(({ permission }) => permission),
    ],
    prohibition: [
      { action: sem('reidentify') },
      { action: sem('link') },
      ...rules.flatMap(({ prohibition }) => prohibition),
    ],
    ...(ordered.deletion && { obligation: [deletion(place.endsOn)] }),
  }
}
export type LicensePolicy = ReturnType<typeof policyOf>

type Licensed = { id: string; license: LicenseTerms }

/** Returns what an offer grants, for an installation at `url`: an ODRL offer whose term is in months. */
export function offerPolicy(url: string, { id, license }: Licensed) {
  const address = `${url}/offers/${id}`
  return policyOf(license, { url, address, uid: `${address}#policy`, type: 'Offer', endsOn: null })
}

/** Returns the license of a contract: an ODRL agreement whose term is in months. */
export function contractPolicy(url: string, { id, license }: Licensed) {
  const address = `${url}/contracts/${id}`
  const uid = `${address}#policy`
  return policyOf(license, { url, address, uid, type: 'Agreement', endsOn: null })
}

/** Returns the license issued at `address` with a delivery: an ODRL agreement that states the last day of its term. */
export const issuedPolicy = (
  url: string,
  { address, terms, endsOn }: { address: string; terms: LicenseTerms; endsOn: string | null },
) => policyOf(terms, { url, address, uid: address, type: 'Agreement', endsOn })

const clientOf = ({ address }: PolicyPlace) => `${address}#client`

/** Returns the SHA-256, in hexadecimal, of a policy's canonical JSON. */
export const policySha256 = (policy: LicensePolicy): string => jsonSha256(policy)

const contextAt = (profile: string) => ({
  '@vocab': 'http://www.w3.org/ns/odrl/2/',
  odrl: 'http://www.w3.org/ns/odrl/2/',
  sem: `${profile}#`,
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  uid: '@id',
  profile: { '@id': 'odrl:profile', '@type': '@id' },
  target: { '@id': 'odrl:target', '@type': '@id' },
  assigner: { '@id': 'odrl:assigner', '@type': '@id' },
  assignee: { '@id': 'odrl:assignee', '@type': '@id' },
  conflict: { '@id': 'odrl:conflict', '@type': '@vocab' },
  action: { '@id': 'odrl:action', '@type': '@vocab' },
  leftOperand: { '@id': 'odrl:leftOperand', '@type': '@vocab' },
  operator: { '@id': 'odrl:operator', '@type': '@vocab' },
})

/** Returns what limits each permission: acceptance, purposes, users, territory and term. */
function limitsOf({ purposes, users, territory, termMonths }: LicenseTerms, place: PolicyPlace) {
  const limits = [constraint('event', 'gt', iri(sem('Acceptance')))]
  const named = purposes.filter((purpose) => purpose !== 'any')
  if (named.length > 0)
    limits.push(
      constraint('purpose', 'isAnyOf', list(named.map((one) => iri(sem(purposeTerms[one]))))),
    )
  if (users.kind === 'affiliates')
    limits.push(constraint('recipient', 'isAnyOf', list(recipients(place))))
  if (users.kind === 'people')
    limits.push(constraint(sem('userCount'), 'lteq', integer(users.count)))
  if (territory.kind !== 'worldwide') {
    const countries = territory.kind === 'eea' ? eeaCountries : territory.countries
    const places = countries.map((code) => iri(`${EU_COUNTRIES}${licenseCountries[code].alpha3}`))
    limits.push(constraint('spatial', 'isAnyOf', list(places)))
  }
  if (termMonths !== null)
    limits.push(
      place.endsOn === null
        ? constraint(sem('monthsFromDelivery'), 'lteq', integer(termMonths))
        : constraint('dateTime', 'lteq', date(place.endsOn)),
    )
  return limits
}

const recipients = (place: PolicyPlace) => [iri(clientOf(place)), iri(sem('Affiliate'))]

const use = ({ attribution }: LicenseTerms, limits: Constraint[]): Rule => ({
  action: 'use',
  constraint: limits,
  ...(attribution && { duty: [{ action: 'attribute' }] }),
})

type Rules = { permission: Rule[]; prohibition: Rule[] }

/** Returns what holds for passing the dataset on; who receives it gets the same policy. */
function passingOn(
  { redistribution }: LicenseTerms,
  place: PolicyPlace,
  limits: Constraint[],
): Rules {
  const duty = [{ action: 'nextPolicy', target: place.uid }]
  switch (redistribution) {
    case 'none':
      return { permission: [], prohibition: [{ action: 'distribute' }, { action: 'sell' }] }
    case 'affiliates': {
      const others = limits.filter(({ leftOperand }) => leftOperand !== 'recipient')
      const toAffiliates = constraint('recipient', 'isA', iri(sem('Affiliate')))
      return {
        permission: [{ action: 'distribute', constraint: [...others, toAffiliates], duty }],
        prohibition: [{ action: 'sell' }],
      }
    }
    case 'allowed': {
      const constraint = limits.filter(({ leftOperand }) => leftOperand !== 'recipient')
      return {
        permission: [
          { action: 'distribute', constraint, duty },
          { action: 'sell', constraint, duty },
        ],
        prohibition: [],
      }
    }
  }
}

function models({ derivedModels }: LicenseTerms, constraint: Constraint[]): Rules {
  switch (derivedModels) {
    case 'none':
      return { permission: [], prohibition: [{ action: sem('trainModel') }] }
    case 'internal':
      return {
        permission: [{ action: 'derive', constraint }],
        prohibition: [{ action: sem('distributeModel') }],
      }
    case 'distributable':
      return {
        permission: [
          { action: 'derive', constraint },
          { action: sem('distributeModel'), constraint },
        ],
        prohibition: [],
      }
  }
}

/** Returns the duty to delete: by a date where the term has one, and otherwise in days after the end. */
const deletion = (endsOn: string | null): Rule => ({
  action: 'delete',
  constraint: [
    endsOn === null
      ? constraint(sem('daysFromEnd'), 'lteq', integer(DELETION_DAYS))
      : constraint('dateTime', 'lteq', date(addDays(endsOn, DELETION_DAYS))),
  ],
})

const DAY_MS = 86_400_000

const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** Returns the last day of a term that began with a delivery at `from`, as YYYY-MM-DD in UTC; null without an end. */
export function licenseEnd(from: Date, termMonths: number | null): string | null {
  if (termMonths === null) return null
  const end = new Date(from)
  end.setUTCMonth(end.getUTCMonth() + termMonths)
  // A month without that day ends on its last one.
  if (end.getUTCDate() !== from.getUTCDate()) end.setUTCDate(0)
  return end.toISOString().slice(0, 10)
}
