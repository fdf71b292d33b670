import { publishedReport } from '@semblance/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { GuaranteePanel, PrivacyPanel } from './privacy-panel.tsx'
import { ValidationSummary } from './validation-summary.tsx'

const check = { id: 'closest-record', label: 'No closer', detail: 'Half.', pass: true }
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
const words = { guarantee: 'In words.', closestRecordShare: 0.5, checks: [check] }

const textOf = (privacy: object, figures: object = stored) => {
  const report = publishedReport.parse({
    ...figures,
    privacy: { unit: 'row', ...privacy, ...words },
  })
  return renderToStaticMarkup(
    <>
      <ValidationSummary report={report} />
      <PrivacyPanel privacy={report.privacy} />
      <GuaranteePanel privacy={report.privacy} />
    </>,
  )
}

describe('the report of a delivery', () => {
  it('claims differential privacy for a private twin, and for a report that names no mode', () => {
    for (const privacy of [budget, { ...budget, mode: 'private' }]) {
      const text = textOf(privacy)
      expect(text).toContain('Differential privacy per row, ε = 3')
      expect(text).toContain('Passes every privacy check')
      expect(text).toContain('Privacy budget spent')
      expect(text).not.toContain('formal guarantee')
    }
  })

  it('labels a protected twin as without a formal guarantee, whatever its checks say', () => {
    const text = textOf({ ...none, mode: 'protected' })
    expect(text).toContain('Protected mode: no formal guarantee')
    expect(text).toContain('No formal privacy guarantee')
    expect(text).not.toContain('ε =')
    expect(text).not.toContain('Passes every privacy check')
    expect(text).not.toContain('Privacy budget spent')
  })

  it('shows what the data is good for, and nothing in place of figures an older report lacks', () => {
    const useful = { ...stored, usefulness: { column: 'income', auc: 0.912 } }
    expect(textOf(budget, useful)).toContain('AUC on real rows, for income')
    expect(textOf(budget, useful)).toContain('0.91')
    expect(textOf(budget)).toContain('Not measured')
    const { accuracy: _, ...fidelity } = stored.fidelity
    expect(textOf(budget, { ...stored, fidelity })).not.toContain('Columns alone')
  })
})
