import { publishedReport } from '@semblance/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ColumnDistributions } from './column-distributions.tsx'
import { NumberTables } from './number-tables.tsx'
import { PairPlots } from './pair-plots.tsx'
import { GuaranteePanel, PrivacyPanel } from './privacy-panel.tsx'
import { ValidationSummary } from './validation-summary.tsx'

const check = { id: 'closest-record', label: 'No closer', detail: 'Half.', pass: true }
const passing = { ...check, outcome: 'passed' }
const figure = {
  text: '51.2% of comparisons. Up to 53% is tolerated.',
  unit: 'share',
  value: 0.512,
  interval: { low: 0.49, high: 0.534 },
  ideal: 0.5,
  limit: 0.53,
}
const stored = {
  rows: { synthetic: 100, columns: 2 },
  columns: [],
  correlations: null,
  fidelity: {
    shapes: 0.9,
    pairs: 0.9,
    accuracy: { univariate: 0.9, bivariate: 0.9, trivariate: 0.9 },
    overall: 0.9,
    ceiling: 0.9,
    relative: 1,
  },
  usefulness: null,
  qualityScore: 90,
}
const budget = { epsilon: 3, delta: 1e-6, rhoBudget: 0.18, rhoSpent: 0.17 }
const none = { epsilon: null, delta: null, rhoBudget: null, rhoSpent: null }
const words = { guarantee: 'In words.', closestRecordShare: 0.5, checks: [passing] }

const textOf = (privacy: object, figures: object = stored) => {
  const report = publishedReport.parse({
    ...figures,
    privacy: { unit: 'row', ...words, ...privacy },
  })
  return renderToStaticMarkup(
    <>
      <ValidationSummary report={report} />
      <ColumnDistributions columns={report.columns} mode={report.privacy.mode} />
      <NumberTables columns={report.columns} />
      <PairPlots pairs={report.pairs} mode={report.privacy.mode} />
      <PrivacyPanel privacy={report.privacy} />
      <GuaranteePanel privacy={report.privacy} account={account} />
    </>,
  )
}

const account = {
  sourceId: 'SRC-8001',
  before: { epsilon: 3, delta: 1e-6 },
  with: { epsilon: 4.3511, delta: 2e-6 },
  limitEpsilon: 6,
  beforeShare: 0.28,
  withShare: 0.56,
}

describe('the report of a delivery', () => {
  it('a buyer reads what all that was measured of the source discloses, beside this delivery', () => {
    expect(textOf(budget)).toContain('All together, per row: ε 4.36, δ 2e-6.')
  })

  it('without checks says so, and counts none of none', () => {
    const text = textOf({ ...budget, checks: [] })
    expect(text).toContain('no check was made')
    expect(text).not.toContain('0 of 0')
  })

  it('names the table that it judges where there are several', () => {
    const report = publishedReport.parse({
      ...stored,
      privacy: { unit: 'row', ...words, ...budget },
    })
    const text = renderToStaticMarkup(<ValidationSummary report={report} table="visits" />)
    expect(text).toContain('visits: it keeps')
  })

  it('claims differential privacy for a private twin, and for a report that names no mode', () => {
    for (const privacy of [budget, { ...budget, mode: 'private' }]) {
      const text = textOf(privacy)
      expect(text).toContain('Differential privacy per row, ε = 3')
      expect(text).toContain('ε = 3 guaranteed. 1 check passed.')
      expect(text).not.toContain('formal guarantee')
    }
  })

  it('a reader who lays page, certificate and printed report side by side finds one score, and why an earlier one differs', () => {
    expect(textOf(budget)).toContain('100.0')
    expect(textOf(budget)).toContain('90.0 by an earlier definition')
    const { qualityScore: _, ...unnamed } = stored
    expect(textOf(budget, unnamed)).not.toContain('earlier definition')
    expect(textOf(budget)).not.toContain('SDMetrics')
  })

  it('says less of the account where the vendor measured, as its rows were never seen', () => {
    const { privacy } = publishedReport.parse({
      ...stored,
      privacy: { unit: 'row', ...words, ...budget },
    })
    const panel = (isMeasuredByVendor: boolean) =>
      renderToStaticMarkup(<GuaranteePanel {...{ privacy, account, isMeasuredByVendor }} />)
    expect(panel(true)).toContain('has not seen these rows')
    expect(panel(false)).toContain('Of rows that it read itself, Semblance knows most again')
  })

  it('labels a protected twin as without a formal guarantee, whatever its checks say', () => {
    const text = textOf({ ...none, mode: 'protected' })
    expect(text).toContain('Protected mode: no formal guarantee')
    expect(text).toContain('No formal privacy guarantee')
    expect(text).not.toContain('ε =')
    expect(text).not.toContain('guaranteed')
  })

  it('never calls passed what could not have failed: on few rows it cannot tell, and names what was not tested', () => {
    const wide = { ...figure, interval: { low: -1, high: 0.9 } }
    const text = textOf({
      ...budget,
      checks: [passing, { ...check, id: 'inference', figure: wide }],
      untested: ['linkability'],
    })
    expect(text).toContain(
      'ε = 3 guaranteed. 1 check passed, 1 cannot tell: noise could hide a leak of 10 points.',
    )
    expect(text).toContain('aria-valuetext="51.2%, Cannot tell"')
    expect(text).toContain('Not tested: linking of separate facts.')
  })

  it('shows what the data is good for, and nothing in place of figures an older report lacks', () => {
    const useful = { ...stored, usefulness: { column: 'income', auc: 0.912 } }
    expect(textOf(budget, useful)).toContain('for income, learned from the twin')
    expect(textOf(budget, useful)).toContain('0.91')
    expect(textOf(budget)).toContain('Cannot tell')
    const { accuracy: _, ...fidelity } = stored.fidelity
    expect(textOf(budget, { ...stored, fidelity })).not.toContain('Columns alone')
  })

  it('draws a check with its value, confidence and limit, and only the verdict where there is no value', () => {
    const text = textOf({ ...budget, checks: [{ ...check, figure }] })
    expect(text).toContain('aria-valuetext="51.2%, Passed"')
    expect(text).toContain('Up to 53% is tolerated')
    const withheld = { ...figure, value: null, interval: null, text: 'Only the verdict.' }
    for (const one of [{ ...check, figure: withheld }, check]) {
      const verdict = textOf({ ...budget, checks: [one] })
      expect(verdict).not.toContain('role="meter"')
      expect(verdict).toContain('Cannot tell')
    }
  })

  it('tells a mean with its interval, marks a twin outside of it, and where noise hides it tells nothing', () => {
    const numbers = {
      format: 'number',
      figures: [
        { id: 'mean', original: { value: 31.5, low: 30.25, high: 32.75 }, synthetic: 33 },
        { id: 'q50', original: { value: 30, low: 29, high: 31 }, synthetic: 30 },
        { id: 'total', original: null, synthetic: 94.5 },
      ],
    }
    const column = { name: 'age', kind: 'integer', shape: 0.9, plot: null }
    const text = textOf(budget, { ...stored, columns: [{ ...column, numbers }] })
    expect(text).toContain('30.25 to 32.75')
    expect(text.split('outside it')).toHaveLength(2)
    expect(text).toContain('cannot tell')
    expect(textOf(budget, { ...stored, columns: [column] })).not.toContain('Means and quantiles')
  })

  it('whoever takes a buyer’s chart for the exact original is told by its legend that it is not', () => {
    const plot = { type: 'histogram', edges: [0, 1, 2], format: 'integer' }
    const shares = { original: [0.5, 0.5], synthetic: [0.5, 0.5] }
    const column = { name: 'age', kind: 'integer', shape: 0.9, plot: { ...plot, ...shares } }
    const figures = { ...stored, columns: [column] }
    expect(textOf(budget, figures)).toContain('Original, with noise')
    const guarded = textOf({ ...none, mode: 'protected' }, figures)
    expect(guarded).toContain('Original, rare values pooled')
    expect(guarded).not.toContain('with noise')
  })

  it('draws pairs from top to bottom, with what is commonest in words, and no panel for a report without', () => {
    const x = { column: 'age', labels: ['20–39', '40–64'] }
    const pair = {
      x,
      y: { column: 'hours', labels: ['21–60', '0–20'] },
      original: [
        [0.4, 0.3],
        [0.1, 0.2],
      ],
      synthetic: [
        [0.2, 0.4],
        [0.1, 0.3],
      ],
      inWords: {
        original: 'most often 21–60 with 20–39, 40% of rows',
        synthetic: 'most often 21–60 with 40–64, 40% of rows',
      },
      match: 0.8,
    }
    const text = textOf(budget, { ...stored, pairs: [pair] })
    expect(text).toContain(
      'hours and age. Original, with noise: most often 21–60 with 20–39, 40% of rows.',
    )
    expect(text).toContain('Synthetic twin: most often 21–60 with 40–64, 40% of rows.')
    expect(text.indexOf('21–60, 20–39')).toBeLessThan(text.indexOf('0–20, 20–39'))
    expect(text).not.toContain('80%')
    const guarded = textOf({ ...none, mode: 'protected' }, { ...stored, pairs: [pair] })
    expect(guarded).toContain('80%')
    expect(text).toContain('0–20, 40–64. Original, with noise: 20.0%.')
    const { inWords: _, ...otherwise } = pair
    for (const figures of [stored, { ...stored, pairs: [otherwise] }])
      expect(textOf(budget, figures)).not.toContain('Pairs of columns</h2>')
  })
})
