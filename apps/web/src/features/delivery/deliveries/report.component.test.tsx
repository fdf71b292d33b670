import type { PublishedReport, ReportColumn } from '@semblance/contract'
import { expectSound } from '@testing/expect-sound.ts'
import { renderPage } from '@testing/render.tsx'
import { client } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

type Figures = NonNullable<ReportColumn['numbers']>['figures']

const figure = (
  id: Figures[number]['id'],
  value: number,
  reach: number,
  synthetic: number,
): Figures[number] => ({
  id,
  original: { value, low: value - reach, high: value + reach },
  synthetic,
})

const salary: ReportColumn = {
  name: 'yearly_salary_before_taxes_and_bonus',
  kind: 'integer',
  shape: 0.97,
  plot: {
    type: 'histogram',
    edges: [0, 50_000, 150_000],
    original: [0.4, 0.6],
    synthetic: [0.45, 0.55],
    format: 'integer',
  },
  numbers: {
    format: 'integer',
    figures: [
      figure('mean', 71_234.5678, 1234.5, 74_321.1234),
      { id: 'total', original: null, synthetic: 2_345_678_901 },
      figure('q5', 12_000, 500, 12_345),
      figure('q50', 65_000, 1000, 65_500),
    ],
  },
}

const born: ReportColumn = {
  name: 'born',
  kind: 'date',
  shape: 0.96,
  plot: null,
  numbers: { format: 'date', figures: [figure('q50', 0, 864e7, 864e5)] },
}

const report: Partial<Omit<PublishedReport, 'privacy'>> = {
  rows: { synthetic: 32_561, columns: 3 },
  columns: [salary, born, { ...salary, name: 'age' }],
  correlations: {
    columns: [salary.name, 'age', 'born'],
    original: [
      [1, 0.42, 0.1],
      [0.42, 1, 0.3],
      [0.1, 0.3, 1],
    ],
    synthetic: [
      [1, 0.37, 0],
      [0.37, 1, -0.1],
      [0, -0.1, 1],
    ],
    reach: [
      [0, 0.04, 0.4],
      [0.04, 0, 0.1],
      [0.4, 0.1, 0],
    ],
  },
  fidelity: {
    shapes: 0.97,
    pairs: 0.95,
    accuracy: { univariate: 0.97, bivariate: 0.95, trivariate: 0.93 },
    overall: 0.95,
    ceiling: 0.96,
    relative: 0.9896,
    interval: { low: 0.981, high: 0.998 },
  },
  usefulness: { column: 'income', auc: 0.906, interval: { low: 0.89, high: 0.92 }, real: null },
}

const privacy = { mode: 'private', unit: 'row', epsilon: 3, delta: 1e-6 } as const

test('a buyer reads every figure with its interval, at a desk and on a phone', {
  tags: 'scaled',
}, async () => {
  await renderPage('/download/DPR-1001', {
    viewer: client,
    answers: {
      'deliveries.dataset': {
        dprId: 'DPR-1001',
        contractStatus: 'pending_review',
        report: { ...report, privacy },
      },
      'deliveries.fetched': { items: [] },
      'certificates.list': { items: [] },
      'draws.rights': { term: null },
      'previews.ofDelivery': { tables: [] },
    },
  })
  await expect.element(page.getByText('98.9', { exact: true })).toBeVisible()
  await expect.element(page.getByText(/with its noise, 98\.1 to 99\.8/)).toBeVisible()
  await page.getByRole('link', { name: /^Columns/ }).click()
  const textOf = (name: string) => page.getByRole('table', { name }).element().textContent
  await expect.element(page.getByRole('table', { name: salary.name })).toBeVisible()
  expect(textOf(salary.name)).toContain('70,000 to 72,469')
  expect(textOf(salary.name)).toContain('cannot tell')
  expect(textOf('born')).toContain('1970-01-02')
  await page.getByRole('link', { name: /^Pairs/ }).click()
  await expect.element(page.getByText(/of 1 of 3 pairs we cannot tell/)).toBeVisible()
  await expect.element(page.getByText(/the original’s cannot be told/)).toBeVisible()
  await expectSound()
})
