import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eeaCountries, type LicenseCountry, licenseCountries } from './countries.ts'
import { checkLicense, compareLicenses } from './license-check.ts'
import {
  defaultLicense,
  type LicenseTerms,
  licenseModels,
  licenseMonths,
  licensePurposes,
  licenseRedistributions,
  licenseTerms,
} from './license-terms.ts'
import { licenseLine, licenseWords } from './license-words.ts'
import {
  contractPolicy,
  issuedPolicy,
  licenseEnd,
  offerPolicy,
  policySha256,
} from './odrl-policy.ts'
import { odrlProfile, profileTerms } from './odrl-profile.ts'

const license = (part: Partial<LicenseTerms>): LicenseTerms => ({ ...defaultLicense, ...part })

/** Any license that can be agreed. */
const anyLicense: fc.Arbitrary<LicenseTerms> = fc.record({
  purposes: fc.oneof(
    fc.constant<LicenseTerms['purposes']>(['any']),
    fc.subarray<LicenseTerms['purposes'][number]>(
      licensePurposes.filter((purpose) => purpose !== 'any'),
      { minLength: 1 },
    ),
  ),
  users: fc.oneof(
    fc.constantFrom({ kind: 'organization' as const }, { kind: 'affiliates' as const }),
    fc.record({ kind: fc.constant('people' as const), count: fc.integer({ min: 1, max: 50 }) }),
  ),
  territory: fc.oneof(
    fc.constantFrom({ kind: 'worldwide' as const }, { kind: 'eea' as const }),
    fc.record({
      kind: fc.constant('countries' as const),
      countries: fc.subarray(Object.keys(licenseCountries) as LicenseCountry[], { minLength: 1 }),
    }),
  ),
  termMonths: fc.constantFrom(...licenseMonths, null),
  redistribution: fc.constantFrom(...licenseRedistributions),
  derivedModels: fc.constantFrom(...licenseModels),
  attribution: fc.boolean(),
  deletion: fc.boolean(),
})

describe('license terms', () => {
  it.each([
    ['no purpose', { purposes: [] }, 'purposes'],
    ['any purpose beside another', { purposes: ['any', 'research'] }, 'purposes'],
    ['a purpose twice', { purposes: ['research', 'research'] }, 'purposes'],
    ['no number of people', { users: { kind: 'people' } }, 'users.count'],
    ['nobody', { users: { kind: 'people', count: 0 } }, 'users.count'],
    ['no country', { territory: { kind: 'countries', countries: [] } }, 'territory.countries'],
    [
      'an unknown country',
      { territory: { kind: 'countries', countries: ['XX'] } },
      'territory.countries.0',
    ],
    ['13 months', { termMonths: 13 }, 'termMonths'],
    ['a permission to identify people', { reidentification: true }, ''],
  ])('refuse %s, and name the field', (_, part, path) => {
    const { error } = licenseTerms.safeParse({ ...defaultLicense, ...part })
    expect(error?.issues[0]?.path.join('.')).toBe(path)
  })

  it('are said in words that differ whenever the terms do', () => {
    fc.assert(
      fc.property(anyLicense, anyLicense, (one, other) => {
        const isSame = JSON.stringify(licenseWords(one)) === JSON.stringify(licenseWords(other))
        expect(isSame).toBe(policySha256(policyOf(one)) === policySha256(policyOf(other)))
      }),
      { examples: [[defaultLicense, defaultLicense]] },
    )
  })

  it('are shown in a line as what differs from the default', () => {
    expect(licenseLine(defaultLicense)).toBe('Standard terms')
    expect(licenseLine(license({ termMonths: 12, users: { kind: 'people', count: 1 } }))).toBe(
      "Users: at most 1 person in the client's organization. Term: 12 months from the delivery. Otherwise standard terms",
    )
  })
})

const policyOf = (terms: LicenseTerms) =>
  contractPolicy('https://semblance.test', { id: 'CTR-1', license: terms })

describe('the comparison with what a request asks for', () => {
  it('grants what is asked for when both are the same', () => {
    fc.assert(
      fc.property(anyLicense, (terms) => {
        expect(checkLicense(terms, terms)).toEqual({ verdict: 'meets', reason: null })
      }),
    )
  })

  it('never says of two different licenses that each grants what the other does', () => {
    fc.assert(
      fc.property(anyLicense, anyLicense, (one, other) => {
        fc.pre(JSON.stringify(licenseWords(one)) !== JSON.stringify(licenseWords(other)))
        const both = [checkLicense(one, other), checkLicense(other, one)]
        expect(both.filter(({ verdict }) => verdict === 'meets')).not.toHaveLength(2)
      }),
    )
  })

  it.each<[string, Partial<LicenseTerms>, Partial<LicenseTerms>, string]>([
    ['a use case in words', { purposes: ['use_case'] }, { purposes: ['research'] }, 'cannot_tell'],
    [
      'research within a use case',
      { purposes: ['research'] },
      { purposes: ['use_case'] },
      'cannot_tell',
    ],
    ['any purpose', { purposes: ['any'] }, { purposes: ['use_case'] }, 'misses'],
    ['training', { purposes: ['model_training'] }, { purposes: ['research'] }, 'misses'],
    ['the organization', {}, { users: { kind: 'people', count: 9 } }, 'misses'],
    ['ten people', { users: { kind: 'people', count: 10 } }, {}, 'meets'],
    [
      'the EEA',
      { territory: { kind: 'eea' } },
      { territory: { kind: 'countries', countries: eeaCountries } },
      'meets',
    ],
    [
      'Germany and the US',
      { territory: { kind: 'countries', countries: ['DE', 'US'] } },
      { territory: { kind: 'eea' } },
      'misses',
    ],
    ['the world', {}, { territory: { kind: 'eea' } }, 'misses'],
    ['no end', {}, { termMonths: 36 }, 'misses'],
    ['two years', { termMonths: 24 }, { termMonths: 36 }, 'meets'],
    ['no attribution', {}, { attribution: true }, 'misses'],
    ['no deletion', { deletion: false }, { deletion: true }, 'misses'],
  ])('asked for %s', (_, asked, offered, verdict) => {
    expect(checkLicense(license(asked), license(offered)).verdict).toBe(verdict)
  })

  it('names the parts that fall short and those that cannot be told', () => {
    const offered = license({ purposes: ['research'], termMonths: 12, redistribution: 'allowed' })
    const asked = license({ purposes: ['use_case'], deletion: false })
    expect(compareLicenses(asked, offered)).toMatchObject({
      redistribution: 'meets',
      term: 'misses',
    })
    expect(checkLicense(asked, offered)).toEqual({
      verdict: 'misses',
      reason:
        'Grants less than the request asks for: term, deletion at the end. Cannot tell whether it covers what the request asks for: purposes',
    })
  })
})

/** The terms of ODRL 2.2 (https://www.w3.org/TR/odrl-vocab/) that a policy here may use, by what they are. */
const vocabulary = {
  types: ['Agreement', 'Offer'],
  properties: [
    'uid',
    'profile',
    'conflict',
    'target',
    'assigner',
    'assignee',
    'permission',
    'prohibition',
    'obligation',
    'duty',
    'action',
    'constraint',
    'leftOperand',
    'operator',
    'rightOperand',
  ],
  actions: ['use', 'derive', 'distribute', 'sell', 'attribute', 'delete', 'nextPolicy'],
  leftOperands: ['purpose', 'recipient', 'spatial', 'dateTime', 'event'],
  operators: ['lteq', 'gt', 'isAnyOf', 'isA'],
  conflicts: ['prohibit'],
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** Returns every pair of property and value below a node, without its context and values with a type. */
function pairsOf(node: Json): [string, Json][] {
  if (Array.isArray(node)) return node.flatMap(pairsOf)
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node)
    .filter(([key]) => key !== '@context')
    .flatMap(([key, value]) => [[key, value] as [string, Json], ...pairsOf(value)])
}

const isProfile = (term: string, kind: string) =>
  term.startsWith('sem:') &&
  profileTerms[term.slice('sem:'.length) as keyof typeof profileTerms]?.kind === kind

describe('an ODRL policy', () => {
  it('has only terms of ODRL 2.2 and of its profile, each where it may stand', () => {
    const allowed: Record<string, (term: string) => boolean> = {
      action: (term) => vocabulary.actions.includes(term) || isProfile(term, 'Action'),
      leftOperand: (term) =>
        vocabulary.leftOperands.includes(term) || isProfile(term, 'LeftOperand'),
      operator: (term) => vocabulary.operators.includes(term),
      conflict: (term) => vocabulary.conflicts.includes(term),
    }
    const jsonLd = ['@type', '@id', '@value', '@list']
    fc.assert(
      fc.property(anyLicense, fc.constantFrom(null, '2027-11-25'), (terms, endsOn) => {
        const policies = [
          policyOf(terms),
          offerPolicy('https://semblance.test', { id: 'OFR-1', license: terms }),
          issuedPolicy('https://semblance.test', {
            address: 'https://semblance.test/licenses/1',
            terms,
            endsOn,
          }),
        ]
        for (const policy of policies) {
          expect(vocabulary.types).toContain(policy['@type'])
          for (const [key, value] of pairsOf(policy as unknown as Json)) {
            expect([...vocabulary.properties, ...jsonLd]).toContain(key)
            if (allowed[key]) expect(allowed[key](String(value)), `${key} ${value}`).toBe(true)
            if (key === '@id' && String(value).startsWith('sem:'))
              expect(isProfile(String(value), 'Concept'), String(value)).toBe(true)
          }
        }
      }),
      { numRuns: 30 },
    )
  })

  it('prohibits reidentification and linkage whatever else is agreed', () => {
    fc.assert(
      fc.property(anyLicense, (terms) => {
        const { conflict, prohibition } = policyOf(terms)
        expect(conflict).toBe('prohibit')
        expect(prohibition.map(({ action }) => action)).toEqual(
          expect.arrayContaining(['sem:reidentify', 'sem:link']),
        )
      }),
    )
  })

  it('permits and prohibits no action at once', () => {
    fc.assert(
      fc.property(anyLicense, (terms) => {
        const { permission, prohibition } = policyOf(terms)
        const actions = (rules: { action: string }[]) => rules.map(({ action }) => action)
        const both = actions(permission).filter((action) => actions(prohibition).includes(action))
        expect(both).toEqual([])
      }),
    )
  })

  it('is the same for the same terms in another order', () => {
    const purposes = ['research', 'model_training'] as const
    const [one, other] = [[...purposes], purposes.toReversed()].map((list) =>
      policyOf(license({ purposes: list })),
    )
    expect(policySha256(one!)).toBe(policySha256(other!))
  })

  it('states months in an agreement and the date once it is issued', () => {
    const terms = license({ termMonths: 12 })
    const issued = issuedPolicy('https://semblance.test', {
      address: 'https://semblance.test/licenses/1',
      terms,
      endsOn: '2027-11-25',
    })
    const limit = (policy: typeof issued) => policy.permission[1]!.constraint!.at(-1)
    expect(limit(policyOf(terms))).toEqual({
      leftOperand: 'sem:monthsFromDelivery',
      operator: 'lteq',
      rightOperand: { '@value': '12', '@type': 'xsd:integer' },
    })
    expect(limit(issued)).toMatchObject({
      leftOperand: 'dateTime',
      rightOperand: { '@value': '2027-11-25' },
    })
    expect(issued.obligation![0]!.constraint![0]).toMatchObject({
      rightOperand: { '@value': '2027-12-25' },
    })
  })

  it('names no party in words', () => {
    const { assigner, assignee } = policyOf(defaultLicense)
    expect([assigner, assignee]).toEqual([
      'https://semblance.test/contracts/CTR-1#vendor',
      'https://semblance.test/contracts/CTR-1#client',
    ])
  })

  it('uses a profile that explains each of its terms', () => {
    const { '@graph': graph } = odrlProfile('https://semblance.test')
    const ids = graph.map((node) => node['@id'])
    expect(ids).toEqual([
      'https://semblance.test/ns/odrl/1',
      ...Object.keys(profileTerms).map((name) => `sem:${name}`),
    ])
    expect(graph.slice(1).filter((node) => !('definition' in node && node.definition))).toEqual([])
  })
})

it.each([
  ['2026-11-25T23:59:59Z', 12, '2027-11-25'],
  ['2028-02-29T00:00:00Z', 12, '2029-02-28'],
  ['2028-02-29T00:00:00Z', 24, '2030-02-28'],
  ['2026-12-31T12:00:00Z', null, null],
] as const)('a term from %s of %s months ends on %s', (from, months, end) => {
  expect(licenseEnd(new Date(from), months)).toBe(end)
})
