import { expect, test } from 'vitest'
import type { Evaluation } from './evaluation.ts'
import { relationPanels } from './html/relation.ts'
import { evaluationHtml, type ReadableReport, reportHtml } from './html-report.ts'
import type { CheckFigure, InternalReport } from './report.ts'

const EVIL = '"><script>alert(1)</script>'

const SHARE: CheckFigure = {
  text: '1.2% more rows linked. Up to 2.1% is tolerated.',
  unit: 'share',
  value: 0.0123,
  interval: { low: -0.004, high: 0.0286 },
  ideal: 0,
  limit: 0.021,
}

const REPORT: ReadableReport = {
  name: EVIL,
  published: {
    rows: { synthetic: 1000, columns: 3 },
    columns: [
      {
        name: EVIL,
        kind: 'category',
        shape: 0.98,
        plot: {
          type: 'categories',
          labels: [EVIL, 'b'],
          original: [0.6, 0.4],
          synthetic: [0.5, 0.5],
        },
        numbers: null,
      },
      {
        name: 'age',
        kind: 'integer',
        shape: 0.97,
        plot: {
          type: 'histogram',
          edges: [0, 50, 100],
          original: [0.25, 0.75],
          synthetic: [0, 1],
          format: 'integer',
        },
        numbers: {
          format: 'integer',
          figures: [
            { id: 'mean', original: { value: 38.5, low: 38.25, high: 39 }, synthetic: 38.75 },
            { id: 'total', original: null, synthetic: 38_750 },
          ],
        },
      },
      { name: 'note', kind: 'text', shape: 1, plot: null, numbers: null },
    ],
    pairs: [
      {
        x: { column: 'age', labels: ['0–49', '50–99'] },
        y: { column: EVIL, labels: [EVIL, 'b'] },
        original: [
          [0.2, 0.4],
          [0.05, 0.35],
        ],
        synthetic: [
          [0.1, 0.4],
          [0.1, 0.4],
        ],
        inWords: {
          original: `most often ${EVIL} with 50–99, 40% of rows`,
          synthetic: 'most often b with 50–99, 40% of rows',
        },
        match: 0.887,
      },
    ],
    correlations: {
      columns: ['age', EVIL],
      original: [
        [1, 0.4],
        [0.4, 1],
      ],
      synthetic: [
        [1, -0.3],
        [-0.3, 1],
      ],
      reach: [
        [0, 0.1],
        [0.1, 0],
      ],
    },
    fidelity: {
      shapes: 0.97,
      pairs: 0.91,
      accuracy: { univariate: 0.98, bivariate: 0.95, trivariate: 0.9 },
      overall: 0.943,
      ceiling: 0.96,
      relative: 0.9823,
      interval: { low: 0.9719, high: 0.9921 },
    },
    usefulness: null,
    privacy: {
      mode: 'private',
      unit: 'row',
      epsilon: 3,
      delta: 1e-6,
      rhoBudget: 0.18,
      rhoSpent: 0.18,
      allRuns: { rhoSpent: 0.18, delta: 1e-6, epsilon: 3 },
      guarantee: `Public: ${EVIL}`,
      closestRecordShare: 0.5,
      checks: [
        {
          id: 'a',
          label: 'Kept',
          detail: 'All of it.',
          outcome: 'inconclusive',
          pass: true,
          minimumDetectableEffect: 0.3,
          figure: SHARE,
        },
        {
          id: 'b',
          label: EVIL,
          detail: 'Not.',
          outcome: 'failed',
          pass: false,
          minimumDetectableEffect: 0.02,
          figure: { ...SHARE, value: null, interval: null },
        },
      ],
      untested: ['linkability'],
    },
    qualityScore: 98.2,
  },
}

test('a report shows the four fields, the guarantee, every check and every column', () => {
  const page = reportHtml([REPORT])
  for (const text of [
    '98.2',
    'agrees to 94.3%, a fresh real sample would to 96.0%; with its noise, 97.1 to 99.2',
    'ε 3',
    '1,000',
    'Public:',
    '1 check not passed, 1 cannot tell: noise could hide a leak of 10 points',
    'Cannot tell',
    'Not passed',
    '-.30',
    '98.0% alike',
    'Synthetic twin: most often b with 50–99, 40% of rows',
    '1.2% more rows linked',
    'Up to 2.1% is tolerated',
    'Free text is never passed on',
    '38.5 (38.25 to 39)',
    'cannot tell',
    '38,750',
    'Not tested: linking of separate facts. With so few rows',
    'b. Original, with noise: ',
  ]) {
    expect(page).toContain(text)
  }
  expect(page).toContain('For buyers')
})

test('nothing of a table’s names or values can become markup, and nothing is fetched', () => {
  const page = reportHtml([REPORT])
  expect(page).not.toContain('<script')
  expect(page).not.toMatch(/(src|href)=|url\(|@import/)
  expect(page).toContain("default-src 'none'")
  expect(page.split('alert(1)').length).toBeGreaterThan(6)
})

test('a related table shows how its rows hang on those of another, and the owner what is lost', () => {
  const found = { parent: EVIL, maxRows: 20, linkedShare: 1 }
  const published = { ...REPORT.published, relation: { ...found, counts: 0.987, plot: null } }
  const page = reportHtml([{ ...REPORT, published }])
  expect(page).toContain(
    '98.7% alike with what was measured of the original with noise; more than 20 do not count',
  )
  expect(page).not.toContain('<script')
  const relation = {
    ...found,
    orphans: 1234,
    counts: { value: 0.98, ceiling: 0.99 },
    pairs: { value: 0.91, ceiling: 0.97 },
    weakest: [{ parent: 'age', child: EVIL, value: 0.456, ceiling: 0.9 }],
  }
  const [panel] = relationPanels(published.relation, 'private', relation).slice(1)
  for (const text of ['1,234 rows of the original belong to no row', '91.0%', '45.6%', 'age'])
    expect(panel!.html).toContain(text)
  expect(panel!.html).not.toContain('<script')
})

test('protected mode is labeled as without a guarantee', () => {
  const privacy = {
    ...REPORT.published.privacy,
    mode: 'protected' as const,
    epsilon: null,
    delta: null,
    rhoBudget: null,
    rhoSpent: null,
    allRuns: null,
  }
  const page = reportHtml([{ ...REPORT, published: { ...REPORT.published, privacy } }])
  expect(page).toContain('No guarantee')
  expect(page).toContain('without a formal guarantee')
  expect(page).not.toContain('ε')
})

const likeness = { value: 0.9, ceiling: 0.95 }
const scores = { shapes: 0.9, pairs: 0.8, score: 0.85 }
const EVALUATION: Evaluation = {
  rows: { train: 100, holdout: 0, twin: 100 },
  columns: [],
  accuracy: {
    binsFrom: 'original',
    univariate: likeness,
    bivariate: likeness,
    trivariate: likeness,
    overall: likeness,
  },
  pairs: {
    columns: ['a', 'b'],
    accuracy: [
      [1, 0.7],
      [0.7, 1],
    ],
  },
  pairPlots: REPORT.published.pairs,
  correlations: null,
  sdmetrics: { ...scores, ceiling: null },
  detection: {
    auc: 0.612,
    interval: { low: 0.534, high: 0.69 },
    rowsPerSide: 100,
    scoredPerSide: 100,
  },
  efficacy: null,
  coherence: null,
  privacy: null,
  summary: {
    syntheticAccuracy: { relative: 0.947, overall: 0.9, ceiling: 0.95 },
  },
}

test('an evaluation without held-out rows says that privacy was not tested', () => {
  const page = evaluationHtml({ name: 'people', recordCount: 12_345, evaluation: EVALUATION })
  for (const text of ['Not tested', '12,345', '0.612', '94.7', 'not private', '88.7%']) {
    expect(page).toContain(text)
  }
})

test('an owner who compares a chart with the file finds the exact original, a buyer is told of its noise', () => {
  const age = REPORT.published.columns[1]!
  const plot = {
    type: 'categories' as const,
    labels: ['exactly'],
    original: [1],
    synthetic: [1],
  }
  const exact = { ...age, plot, numbers: null, accuracy: likeness }
  const internal: InternalReport = {
    rows: { train: 80, holdout: 20 },
    evaluation: { ...EVALUATION, columns: [exact] },
    rules: [],
    notices: [],
    ledger: [],
    timingsMs: { reading: 0, measuring: 0, modeling: 0, sampling: 0, evaluating: 0 },
    peakRssBytes: 0,
  }
  const owners = reportHtml([{ ...REPORT, internal }])
  expect(owners).toContain('exactly')
  expect(owners).toContain('<i></i>Original</span>')
  expect(owners).not.toContain('<i></i>Original, with noise</span>')
  expect(owners).toContain('Buyers read 98.2 of 100')
  const buyers = reportHtml([REPORT])
  expect(buyers).toContain('<i></i>Original, with noise</span>')
  expect(buyers).not.toContain('<i></i>Original</span>')
  expect(buyers).not.toContain('88.7% alike')
})
