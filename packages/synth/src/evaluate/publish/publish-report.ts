import { qualityScore } from '@semblance/plots'
import type { FittedColumns } from '../../model/fitted-model.ts'
import { isRowUnit } from '../../model/private/budget.ts'
import type { Evaluation, PersonalDataScan } from '../evaluation.ts'
import { columnPlot } from '../fidelity/column-plot.ts'
import { measuredNumbers } from '../fidelity/measured-numbers.ts'
import type { CodedFigures, NumberFigures } from '../fidelity/number-figures.ts'
import type { PairPlot } from '../fidelity/pair-plot.ts'
import type { PrivacyMeasurements } from '../privacy/evaluate-privacy.ts'
import type { PublishedReport } from '../report.ts'
import type { Samples } from '../samples.ts'
import { publishFidelity } from './publish-fidelity.ts'
import { heldTogether, publishPrivacy } from './publish-privacy.ts'
import type { Publishing } from './release.ts'

export type Findings = { privacy: PrivacyMeasurements; personalData: PersonalDataScan }

/**
 * Describes the delivered twin: `missingShares` of the columns outside the model, and coded `figures`
 * of ordered ones, by position; `pairs` of columns and
 * their `correlations`, next to the original's.
 */
export type DeliveredTwin = {
  rowCount: number
  missingShares: Map<number, number>
  figures: Map<number, CodedFigures>
  pairs: PairPlot[]
  correlations: PublishedReport['correlations']
}

/**
 * Returns the buyer's report: adds noise to raw figures, then only post-processes. Call after all
 * tables that share the budget have been charged.
 */
export function publishReport(
  publishing: Publishing,
  samples: Samples,
  { privacy, personalData, evaluation }: Findings & { evaluation: Evaluation },
  twin: DeliveredTwin,
): () => PublishedReport {
  const { model } = publishing
  const { shapes, fidelity, usefulness } = publishFidelity(publishing, samples, evaluation)
  const statePrivacy = publishPrivacy(publishing, privacy, personalData)
  return () => ({
    rows: { synthetic: twin.rowCount, columns: model.schemas.length },
    columns: publishColumns(model, samples, shapes, twin).map((column, index) => ({
      ...column,
      numbers: publishNumbers(publishing, index, twin),
    })),
    pairs: twin.pairs,
    correlations: twin.correlations,
    fidelity,
    usefulness,
    privacy: statePrivacy(),
    qualityScore: qualityScore(fidelity),
  })
}

/** Returns figures of a column as its noisy marginal shows them, which costs nothing further. */
function publishNumbers(
  publishing: Publishing,
  index: number,
  { figures, rowCount }: DeliveredTwin,
): NumberFigures | null {
  const { model, plan } = publishing
  const column = model.columns.find((one) => one.index === index)
  const made = figures.get(index)
  if (!column || !made) return null
  const rows = {
    total: model.total,
    rowsPerUnit: heldTogether(publishing),
    countsAll: isRowUnit(plan.unit),
  }
  return measuredNumbers(column, rows, { ...made, rowCount })
}

/** Publishes every column of the table, without its figures; `shapes` are those of the modeled ones, in their order. */
export function publishColumns(
  model: FittedColumns,
  samples: Samples,
  shapes: number[],
  twin: DeliveredTwin,
): PublishedReport['columns'] {
  return model.schemas.map(({ name, kind }, index) => {
    const position = model.columns.findIndex((column) => column.index === index)
    if (position < 0) {
      const [own, made] = [model, twin].map((of) => of.missingShares.get(index) ?? 0)
      return { name, kind, shape: 1 - Math.abs(own! - made!), plot: null, numbers: null }
    }
    const plot = columnPlot(model.columns[position]!, samples.twin.columns[position]!)
    return { name, kind, shape: shapes[position]!, plot, numbers: null }
  })
}
