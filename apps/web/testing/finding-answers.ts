/** Sketches claims about delivered data, and findings as the server signs them. */
import { type Claimable, type DataClaim, type Finding, findingType } from '@semblance/contract'
import { uuid } from './example.ts'
import { inDays } from './page-answers.ts'

const never = { operator: 'mustBe', value: 0, unit: 'rows' } as const

export const oldestAge = {
  type: 'column_rule',
  table: 'people',
  column: 'age',
  rule: { check: 'bound', bound: 'maximum', value: 40, limit: never },
} as const satisfies DataClaim

export const claimable: Claimable = {
  tables: [
    {
      name: 'people',
      columns: ['age', 'city'],
      rules: [
        { column: 'age', rule: oldestAge.rule },
        { column: null, rule: { check: 'rows', limit: { ...never, operator: 'mustNotBe' } } },
      ],
    },
  ],
  formats: ['csv', 'json'],
  records: 800,
  accuracyPercent: 90,
  hasModel: false,
  isMeasuredByVendor: false,
}

/** Holds a finding about three claims, each with another outcome; the records propose half of 18,500.00. */
export const finding: Finding = {
  iss: 'https://semblance.test',
  jti: uuid(701),
  iat: Math.floor(inDays(0).getTime() / 1000),
  sample: false,
  dispute: 'DSP-5001',
  contract: { id: 'CTR-2001', title: 'Card transactions', dprId: 'DPR-1001' },
  client: { id: 'ORG-1', name: 'Halden Retail' },
  vendor: { id: 'ORG-2', name: 'Meridian Synthetics' },
  certificate: uuid(702),
  files: [{ name: 'people_synthetic.csv', sha256: 'a'.repeat(64), foundSha256: 'a'.repeat(64) }],
  engine: { name: '@semblance/synth', version: '0.1.0' },
  claims: [
    {
      id: uuid(703),
      claim: { type: 'records' },
      outcome: 'confirmed',
      reason: null,
      measured: { type: 'records', found: 400, wanted: 800, tolerated: 100 },
      priceCents: 9_250_00,
    },
    {
      id: uuid(704),
      claim: oldestAge,
      outcome: 'refuted',
      reason: null,
      measured: { type: 'column_rule', rows: 400, breaking: 0 },
      priceCents: null,
    },
    {
      id: uuid(705),
      claim: { type: 'accuracy' },
      outcome: 'inconclusive',
      reason: 'no_model',
      measured: null,
      priceCents: null,
    },
  ],
  split: {
    claimId: uuid(703),
    priceCents: 9_250_00,
    toVendorCents: 9_250_00,
    toClientCents: 9_250_00,
  },
}

const encode = (value: unknown) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Sketches the claims and the finding of a dispute as the server sends them; nothing checks the signature here. */
export const measured = (changes: Partial<Finding> = {}) => {
  const stated = { ...finding, ...changes }
  const header = { alg: 'ES256', typ: findingType, kid: 'key' }
  return {
    disputeId: stated.dispute,
    claims: stated.claims.map(({ id, claim }) => ({ id, claim, createdAt: inDays(0) })),
    state: 'measured' as const,
    findings: [
      {
        id: stated.jti,
        jws: `${encode(header)}.${encode(stated)}.AA`,
        measuredAt: inDays(0),
      },
    ],
  }
}
