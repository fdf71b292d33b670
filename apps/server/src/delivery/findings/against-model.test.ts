/** Tests the judgements about accuracy and pairs by a comparison with a model. */
import type { TableAgainstModel } from '@semblance/synth'
import { describe, expect, it } from 'vitest'
import { report } from '../../../testing/fixtures/certificate-fixtures.ts'
import { judgeAccuracy, judgePair, scoreOf } from './against-model.ts'
import type { DeliveredData } from './delivered-data.ts'

const agreement = (value: number | null, reach: number, middle = value ?? 0.9) => ({
  value,
  low: middle - reach,
  high: Math.min(1, middle + reach),
})

/** The report states .97, .95 and .93 of a ceiling of .96: 99 of 100. */
const found = (
  [columns, pairs]: [number, number],
  { reach = 0.005, groups = 10, name = 'people' } = {},
): TableAgainstModel => ({
  name,
  rows: { twin: 1000, measured: { value: 1000, low: 980, high: 1020 } },
  columns: [
    { name: 'age', kind: 'integer', agreement: agreement(columns, reach) },
    { name: 'city', kind: 'category', agreement: agreement(columns, reach) },
  ],
  pairs: [{ columns: ['age', 'city'], agreement: agreement(pairs, reach) }],
  accuracy: {
    univariate: agreement(columns, reach),
    bivariate: agreement(pairs, reach),
    overall: agreement((columns + pairs) / 2, reach),
    pairGroups: groups,
  },
  notJudged: ['attacks'],
})

const table = { name: 'people', file: 'people_synthetic.csv', columns: ['age', 'city'], report }
const data = (minAccuracyPercent: number | null, tables = [table]): DeliveredData =>
  ({
    tables: tables.map((one) => ({ ...one, agreed: undefined })),
    priceTerms: {
      priceCents: 100n,
      minAccuracyPercent,
      targetAccuracyPercent: null,
      floorPricePercent: null,
    },
  }) as unknown as DeliveredData

const against = (...tables: TableAgainstModel[]) => ({ hasModel: true, tables })

describe('the score of a twin by its model', () => {
  it('is that of the report if columns and pairs agree as reported', () => {
    const score = scoreOf({ report }, found([0.97, 0.95]))!
    expect(score.value).toBeCloseTo((100 * 0.95) / 0.96, 9)
    expect(score.low).toBeLessThan(score.value!)
    expect(score.high).toBeGreaterThan(score.value!)
  })

  it('counts triples as no better than pairs, which none of them exceeds', () => {
    const score = scoreOf({ report }, found([0.97, 0.8], { reach: 0 }))!
    expect(score.value).toBeCloseTo((100 * (0.97 + 0.8 + 0.8)) / 3 / 0.96, 9)
  })

  it('is unknown where the report lacks its parts', () => {
    const without = { ...report, fidelity: { ...report.fidelity, accuracy: null } }
    expect(scoreOf({ report: without }, found([0.97, 0.95]))).toBeNull()
  })
})

describe('a claim about accuracy', () => {
  const judged = (minimum: number | null, ...tables: TableAgainstModel[]) =>
    judgeAccuracy(data(minimum), against(...tables))

  it('is confirmed below what was agreed, noise and all, and refuted if nothing is below', () => {
    expect(judged(90, found([0.8, 0.7]))).toMatchObject({
      outcome: 'confirmed',
      reason: null,
      measured: { type: 'accuracy', wantedPercent: 90, reportedPercent: 99 },
    })
    expect(judged(90, found([0.97, 0.95]))).toMatchObject({ outcome: 'refuted', reason: null })
  })

  it('cannot be told within the noise', () => {
    expect(judged(99, found([0.97, 0.95]))).toMatchObject({
      outcome: 'inconclusive',
      reason: 'noise',
    })
  })

  it('is not refuted by coarse groups, which flatter a twin, but may be confirmed by them', () => {
    const coarse = (values: [number, number]) => judged(90, found(values, { groups: 6 }))
    expect(coarse([0.97, 0.95])).toMatchObject({ outcome: 'inconclusive', reason: 'too_coarse' })
    expect(coarse([0.8, 0.7])).toMatchObject({ outcome: 'confirmed' })
  })

  it('counts the least faithful table', () => {
    const tables = [table, { ...table, name: 'orders' }]
    const bad = found([0.8, 0.7], { name: 'orders' })
    const judgement = judgeAccuracy(data(90, tables), against(found([0.97, 0.95]), bad))
    expect(judgement).toMatchObject({ outcome: 'confirmed', measured: { table: 'orders' } })
  })

  it('cannot be told without a model, with one of other tables, or without an agreement', () => {
    const none = { outcome: 'inconclusive', measured: null }
    const noModel = judgeAccuracy(data(90), { hasModel: false, tables: null })
    expect(noModel).toEqual({ ...none, reason: 'no_model' })
    const unread = judgeAccuracy(data(90), { hasModel: true, tables: null })
    expect(unread).toEqual({ ...none, reason: 'not_measured' })
    expect(judged(null, found([0.8, 0.7]))).toEqual({ ...none, reason: 'no_figures' })
  })
})

describe('a delivery that its vendor measured', () => {
  const data90 = { ...data(90), isMeasuredByVendor: true }
  const unknown = { outcome: 'inconclusive', reason: 'measured_by_vendor', measured: null }

  it.each([
    ['close to', 0.97],
    ['far from', 0.7],
  ] as const)('is not held against the vendor’s own model, %s which it may be', (_, value) => {
    const own = against(found([value, value]))
    expect(judgeAccuracy(data90, own)).toEqual(unknown)
    const columns: [string, string] = ['city', 'age']
    const pair = judgePair({ type: 'pair', table: 'people', columns }, data90, own)
    expect(pair).toEqual(unknown)
  })
})

describe('a claim about a pair', () => {
  const claim = (columns: [string, string]) => ({ type: 'pair' as const, table: 'people', columns })
  const judged = (value: number, groups = 10) =>
    judgePair(claim(['city', 'age']), data(null), against(found([0.97, value], { groups })))

  it('is held against the mean of all pairs in the report', () => {
    expect(judged(0.8)).toMatchObject({ outcome: 'confirmed', measured: { wantedPercent: 95 } })
    expect(judged(0.97)).toMatchObject({ outcome: 'refuted' })
    expect(judged(0.951)).toMatchObject({ outcome: 'inconclusive', reason: 'noise' })
    expect(judged(0.97, 6)).toMatchObject({ outcome: 'inconclusive', reason: 'too_coarse' })
  })

  it('cannot be told if the pair was not measured', () => {
    const other = judgePair(claim(['age', 'income']), data(null), against(found([0.97, 0.9])))
    expect(other).toEqual({ outcome: 'inconclusive', reason: 'not_measured', measured: null })
  })
})
