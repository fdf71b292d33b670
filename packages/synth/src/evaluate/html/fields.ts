import type { Evaluation } from '../evaluation.ts'
import type { PublishedReport } from '../report.ts'
import { type Html, html, percent, whole } from './markup.ts'

type Field = { name: string; figure: string; lines: string[] }

/** The four figures of the validation summary, each with what it means. */
function strip(fields: Field[]): Html {
  return html`<dl class="strip">${fields.map(
    ({ name, figure, lines }) =>
      html`<div class="field"><dt>${name}</dt><dd><div class="figure">${figure}</div>${lines.map(
        (line) => html`<small>${line}</small>`,
      )}</dd></div>`,
  )}</dl>`
}

const accuracyField = (relative: number, overall: number, ceiling: number): Field => ({
  name: 'Synthetic accuracy',
  figure: percent(relative),
  lines: [
    `The twin scores ${percent(overall)}, a fresh sample of real rows ${percent(ceiling)}: this is the one as a share of the other.`,
    'Over single columns, pairs and triples of columns.',
  ],
})

const recordsField = (rows: number, columns: number | null): Field => ({
  name: 'Records',
  figure: whole(rows),
  lines: [
    columns === null ? 'Rows of the synthetic file.' : `Rows delivered, in ${columns} columns.`,
  ],
})

/** Renders the fields that a buyer may see; with `evaluation`, the exact figures for the owner instead. */
export function reportFields(published: PublishedReport, evaluation: Evaluation | null): Html {
  const { fidelity, privacy, rows } = published
  const accuracy = evaluation?.summary.syntheticAccuracy ?? fidelity
  const passed = privacy.checks.filter(({ pass }) => pass).length
  return strip([
    accuracyField(accuracy.relative, accuracy.overall, accuracy.ceiling),
    evaluation
      ? qualityField(evaluation)
      : {
          name: 'Quality score',
          figure: published.qualityScore.toFixed(1),
          lines: [
            `Of 100: shapes of columns ${percent(fidelity.shapes)}; share of rows that agree, over pairs of columns in 10 groups, ${percent(fidelity.pairs)}.`,
          ],
        },
    {
      name: 'Privacy',
      figure: privacy.mode === 'private' ? `ε ${privacy.epsilon}` : 'No guarantee',
      lines: [
        privacy.mode === 'private'
          ? `Differentially private per ${privacy.unit} at delta ${privacy.delta!.toExponential(1)}.`
          : 'Protected mode: guarded against copying, without a formal guarantee.',
        `${passed} of ${privacy.checks.length} checks passed.`,
      ],
    },
    recordsField(rows.synthetic, rows.columns),
  ])
}

/** Renders the fields of an evaluation of a file from any generator. */
export function evaluationFields(evaluation: Evaluation, recordCount: number): Html {
  const { relative, overall, ceiling } = evaluation.summary.syntheticAccuracy
  const { privacy } = evaluation
  const failed = privacy?.attacks.filter(({ pass }) => !pass).length ?? 0
  return strip([
    accuracyField(relative, overall, ceiling),
    qualityField(evaluation),
    {
      name: 'Privacy',
      figure: privacy === null ? 'Not tested' : privacy.pass ? 'Passed' : 'Failed',
      lines: [
        privacy === null
          ? 'Without held-out real rows nothing can be said of privacy.'
          : `${failed} of ${privacy.attacks.length} attacks succeed beyond chance. Tests can find a leak, never prove that there is none.`,
      ],
    },
    recordsField(recordCount, null),
  ])
}

function qualityField({ summary }: Evaluation): Field {
  const { score, parts } = summary.qualityScore
  const efficacy = parts.efficacy === null ? '' : `, usefulness ${percent(parts.efficacy, 0)}`
  return {
    name: 'Quality score',
    figure: score.toFixed(1),
    lines: [
      `Of 100: shapes ${percent(parts.shapes, 0)}, pairs ${percent(parts.pairs, 0)}, hard to tell apart ${percent(parts.detection, 0)}${efficacy}.`,
    ],
  }
}
