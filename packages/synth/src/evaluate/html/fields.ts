import {
  type Agreement,
  outcomeLabels,
  outcomeOf,
  outcomesText,
  qualityFact,
  qualityScoreMeaning,
} from '@semblance/plots'
import type { Evaluation, Similarity } from '../evaluation.ts'
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

function qualityField(agreement: Agreement, forBuyers: Agreement | null = null): Field {
  const { label, value, note } = qualityFact(agreement)
  const theirs = forBuyers && qualityFact(forBuyers)
  return {
    name: label,
    figure: value,
    lines: [
      `${note}.`,
      ...(theirs ? [`Buyers read ${theirs.value} ${theirs.note}.`] : []),
      qualityScoreMeaning,
    ],
  }
}

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
  return strip([
    evaluation
      ? qualityField(evaluation.summary.syntheticAccuracy, fidelity)
      : qualityField(fidelity),
    agreementField(evaluation?.accuracy ?? fidelity.accuracy),
    {
      name: 'Privacy',
      figure: privacy.mode === 'private' ? `ε ${privacy.epsilon}` : 'No guarantee',
      lines: [
        privacy.mode === 'private'
          ? `Differentially private per ${privacy.unit} at delta ${privacy.delta!.toExponential(1)}.`
          : 'Protected mode: guarded against copying, without a formal guarantee.',
        `${outcomesText(privacy.checks.map(outcomeOf))}.`,
      ],
    },
    recordsField(rows.synthetic, rows.columns),
  ])
}

/** Renders the fields of an evaluation of a file from any generator. */
export function evaluationFields(evaluation: Evaluation, recordCount: number): Html {
  const { privacy, accuracy, summary } = evaluation
  return strip([
    qualityField(summary.syntheticAccuracy),
    agreementField(accuracy),
    {
      name: 'Privacy',
      figure: privacy === null ? 'Not tested' : outcomeLabels[privacy.outcome],
      lines: [
        privacy === null
          ? 'Without held-out real rows nothing can be said of privacy.'
          : `Attacks: ${outcomesText(privacy.attacks.map(({ outcome }) => outcome))}. Tests can find a leak, never prove that there is none.`,
      ],
    },
    recordsField(recordCount, null),
  ])
}

type Means = Record<'univariate' | 'bivariate' | 'trivariate', number | Similarity>

/** Shows the three means that the score is made of. */
function agreementField({ univariate, bivariate, trivariate }: Means): Field {
  const share = (mean: number | Similarity) => percent(typeof mean === 'number' ? mean : mean.value)
  return {
    name: 'Single columns agree',
    figure: share(univariate),
    lines: [`Pairs of columns ${share(bivariate)}, triples ${share(trivariate)}.`],
  }
}
