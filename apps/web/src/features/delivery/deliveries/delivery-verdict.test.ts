import { publishedReport } from '@semblance/contract'
import { expect, test } from 'vitest'
import { judgeDelivery, tallyText } from './delivery-verdict.ts'

const check = (id: string, outcome: 'passed' | 'failed' | 'inconclusive') => ({
  id,
  label: id,
  detail: '',
  outcome,
  pass: outcome !== 'failed',
})

const report = (outcomes: ('passed' | 'failed' | 'inconclusive')[], privacy = {}) =>
  publishedReport.parse({
    rows: { synthetic: 1620, columns: 6 },
    columns: [],
    correlations: null,
    fidelity: { shapes: 0.9, pairs: 0.9, overall: 0.75, ceiling: 0.96, relative: 0.7839 },
    privacy: {
      unit: 'row',
      epsilon: 3,
      delta: 1e-6,
      rhoBudget: 0.18,
      rhoSpent: 0.17,
      guarantee: '',
      closestRecordShare: 0.5,
      checks: outcomes.map((outcome, index) => check(String(index), outcome)),
      ...privacy,
    },
  })

const point = (pass: boolean) => ({
  id: 'records',
  label: 'Records',
  wanted: '',
  found: '',
  pass,
  sentence: '',
})

const judged = (
  outcomes: ('passed' | 'failed' | 'inconclusive')[],
  { gate = [point(true), point(true)], isMeasuredByVendor = false, privacy = {} } = {},
) => judgeDelivery({ report: report(outcomes, privacy), gate, isMeasuredByVendor })

test('the verdict counts the outcomes as they are, and the worst sets its tone', () => {
  const mixed = judged(['passed', 'passed', 'inconclusive', 'inconclusive', 'inconclusive'])
  expect(mixed.tally).toEqual({ passed: 2, cannotTell: 3, failed: 0 })
  expect(mixed.tone).toBe('cannotTell')
  expect(judged(['passed', 'passed']).tone).toBe('passed')
  expect(judged(['passed', 'failed', 'inconclusive']).tone).toBe('failed')
  expect(tallyText(mixed.tally, 1620)).toBe('passed, 3 cannot tell at 1,620 rows')
})

test('it says how many agreed points are met, and rounds the score down', () => {
  expect(judged(['passed']).sentence).toBe(
    'Meets all 2 agreed points. It keeps 78.3% of what a fresh real sample would.',
  )
  const missed = judged(['passed'], { gate: [point(true), point(false)] })
  expect(missed).toMatchObject({ tone: 'failed' })
  expect(missed.sentence).toContain('Misses 1 of 2 agreed points.')
})

test.each([
  ['a protected twin', { privacy: { mode: 'protected', epsilon: null, delta: null } }],
  ['what the vendor measured', { isMeasuredByVendor: true }],
  ['a report without checks', { privacy: { checks: [] } }],
])('%s is never called passed', (_what, more) => {
  expect(judged(['passed'], more).tone).toBe('cannotTell')
})
