import { type DataContract, dataContract, type PublishedReport, rulesOf } from '@semblance/contract'
import type { TableFindings } from '@semblance/synth'
import { expect, it } from 'vitest'
import { type Agreed, describeFailedChecks, evaluateGate, type Made, passes } from './gate.ts'

const agreed: Agreed = {
  minAccuracyPercent: 95,
  privacyLevel: 'high',
  minRecords: 10_000,
  formats: ['csv'],
  dataContract: null,
}

type Figures = {
  relative?: number
  epsilon?: number | null
  delta?: number | null
  rows?: number
  failing?: string[]
  unclear?: string[]
}

function report({
  relative = 0.96,
  epsilon = 1,
  delta = 1e-6,
  rows = 10_000,
  failing = [],
  unclear = [],
}: Figures = {}) {
  const labels = ['budget', ...failing, ...unclear]
  const checks = labels.map((label) => ({
    id: label,
    label,
    detail: '',
    pass: !failing.includes(label),
    ...(unclear.includes(label) && { outcome: 'inconclusive' }),
  }))
  return {
    rows: { synthetic: rows, columns: 2 },
    fidelity: { relative },
    privacy: { epsilon, delta, checks },
  } as PublishedReport
}

const made = (figures: Figures = {}, rest: Partial<Made> = {}): Made => ({
  reports: [report(figures)],
  formats: ['csv'],
  findings: [],
  ...rest,
})

const missed = (of: Made, terms: Partial<Agreed> = {}) =>
  evaluateGate({ ...agreed, ...terms }, of).flatMap(({ id, pass, sentence }) =>
    pass ? [] : [[id, sentence]],
  )

it('a check that cannot tell neither misses nor counts among those that passed', () => {
  const unclear = ['singling-out', 'linkability', 'inference']
  const gate = evaluateGate(agreed, made({ unclear }))
  expect(passes(gate)).toBe(true)
  const { found, sentence } = gate.find(({ id }) => id === 'privacy-checks')!
  expect(found).toBe('1 check passed, 3 cannot tell: noise could hide a leak of 10 points')
  expect(sentence).toBe(`Of the privacy checks: ${found}.`)
})

it('what is as agreed passes, line by line', () => {
  const gate = evaluateGate(agreed, made())
  expect(passes(gate)).toBe(true)
  expect(missed(made({ relative: 0.95 }))).toEqual([])
  expect(gate.map(({ label, wanted, found }) => [label, wanted, found])).toEqual([
    ['Accuracy (quality score)', 'at least 95%', '96%'],
    ['Privacy level', 'High (ε ≤ 1)', 'ε = 1'],
    ['Privacy checks', 'none fails, but for one attack that chance may explain', '1 check passed'],
    ['Records', 'about 10,000 or more', '10,000'],
    ['Data format', 'CSV', 'CSV'],
  ])
})

it.each<[string, Figures, string, string]>([
  [
    'an accuracy below the minimum',
    { relative: 0.9499 },
    'accuracy',
    'The accuracy is 94.9% instead of at least 95%.',
  ],
  [
    'a larger epsilon',
    { epsilon: 3 },
    'privacy-level',
    'The twin was made with ε = 3 instead of at most 1.',
  ],
  [
    'no formal guarantee',
    { epsilon: null, delta: null },
    'privacy-level',
    'The twin comes without a formal privacy guarantee, but ε of at most 1 was agreed.',
  ],
  [
    'a larger delta',
    { delta: 1e-5 },
    'privacy-level',
    'The twin was made with ε = 1 instead of at most 1.',
  ],
  [
    'identifiers passed on',
    { failing: ['identifiers'] },
    'privacy-checks',
    'Privacy checks that do not pass: identifiers.',
  ],
  [
    'too few records',
    { rows: 9600 },
    'records',
    'The largest table has 9,600 records instead of 10,000.',
  ],
])('%s misses alone, and says so', (_, figures, id, sentence) => {
  expect(missed(made(figures))).toEqual([[id, sentence]])
})

it('one attack that succeeds more often on known rows may be chance; two are not', () => {
  expect(missed(made({ failing: ['singling-out'] }))).toEqual([])
  expect(missed(made({ failing: ['singling-out', 'linkability'] }))).toEqual([
    ['privacy-checks', 'Privacy checks that do not pass: singling-out; linkability.'],
  ])
  const reports: Made['reports'] = [
    report({ failing: ['singling-out'] }),
    report({ failing: ['linkability'] }),
  ]
  expect(missed(made({}, { reports }))).toEqual([])
})

it('records that noise has left a little short are enough', () => {
  const standard = { privacyLevel: 'standard' as const }
  expect(missed(made({ rows: 9900 }), standard)).toEqual([])
  expect(missed(made({ rows: 9899 }), standard)).toHaveLength(1)
  expect(missed(made({ rows: 9700 }))).toEqual([])
  expect(missed(made({ rows: 300 }), { ...standard, minRecords: 400 })).toEqual([])
  expect(missed(made({ rows: 299 }), { ...standard, minRecords: 400 })).toHaveLength(1)
})

it('what was not agreed is not asked', () => {
  const ids = evaluateGate(
    { ...agreed, minAccuracyPercent: null, minRecords: null },
    made({ relative: 0.1 }),
  ).map(({ id }) => id)
  expect(ids).toEqual(['privacy-level', 'privacy-checks', 'format'])
})

it('of several tables, the least faithful counts, and the largest for the records', () => {
  const reports: Made['reports'] = [report(), report({ relative: 0.5, rows: 10 })]
  expect(missed(made({}, { reports })).map(([id]) => id)).toEqual(['accuracy'])
})

it('every agreed format must be there', () => {
  expect(missed(made(), { formats: ['csv', 'json'] })).toEqual([
    ['format', 'The data cannot be delivered as JSON.'],
  ])
})

const agreedContract: DataContract = dataContract.parse({
  apiVersion: 'v3.1.0',
  kind: 'DataContract',
  id: 'c',
  version: '1',
  status: 'active',
  schema: [
    {
      name: 'visits',
      properties: [
        { name: 'age', logicalType: 'integer', required: true, logicalTypeOptions: { minimum: 0 } },
        { name: 'city' },
      ],
      quality: [{ metric: 'rowCount', mustBeGreaterThan: 3 }],
    },
  ],
})

/** Returns findings in which the given number of four rows breaks every rule of every column. */
function findings(broken: number, columns: string[]): TableFindings[] {
  return rulesOf(agreedContract).map((table) => ({
    ...table,
    isThere: columns.length > 0,
    rowCount: 4,
    rules: table.rules.map((rule) => ({ rule, count: 4, pass: true })),
    columns: table.columns.map(({ name, rules }) => ({
      name,
      isThere: columns.includes(name),
      rules: rules.map((rule) => ({ rule, count: broken, pass: broken === 0 })),
    })),
  }))
}

it('a line for each column says what was wanted of it and how many rows are otherwise', () => {
  const lines = (found: TableFindings[]) =>
    evaluateGate(agreed, made({}, { findings: found }))
      .slice(5)
      .map(({ label, wanted, found, pass }) => [label, wanted, found, pass])
  const wanted = 'integer; no missing values; at least 0'
  expect(lines(findings(0, ['age', 'city']))).toEqual([
    ['Table visits', 'rows more than 3', '4 rows', true],
    ['Column age', wanted, 'as agreed', true],
    ['Column city', 'in the delivery', 'as agreed', true],
  ])
  expect(lines(findings(2, ['age']))).toEqual([
    ['Table visits', 'rows more than 3', '4 rows', true],
    [
      'Column age',
      wanted,
      'integer: 2 of 4 are not; no missing values: 2 of 4 are missing; at least 0: 2 of 4 are not',
      false,
    ],
    ['Column city', 'in the delivery', 'missing', false],
  ])
  expect(lines(findings(0, []))).toEqual([['Table visits', 'in the delivery', 'missing', false]])
})

it('the vendor reads what is missed, the first of it in full', () => {
  const gate = evaluateGate(
    { ...agreed, formats: ['csv', 'xlsx'] },
    made({ relative: 0.5, epsilon: 3, rows: 1, failing: ['identifiers'] }),
  )
  const text = describeFailedChecks(gate)
  expect(text).toContain(
    'so the client has not received it. The accuracy is 50% instead of at least 95%.',
  )
  expect(text).toMatch(/1 more point is missed\.$/)
})
