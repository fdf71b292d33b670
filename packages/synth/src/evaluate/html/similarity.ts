import {
  accuracyCells,
  type Correlations,
  correlationCells,
  correlationsNote,
  type OriginalSource,
  originalNote,
  usefulnessFact,
  usefulnessLabel,
} from '@semblance/plots'
import type { Bounds, Coherence, Evaluation, Similarity } from '../evaluation.ts'
import type { ColumnPlot } from '../fidelity/column-plot.ts'
import type { PublishedReport } from '../report.ts'
import { type Html, html, panel, percent, table, whole } from './markup.ts'
import { heatmapOf, legend, plotOf } from './plots.ts'

type PlottedColumn = { name: string; kind: string; shape: number; plot: ColumnPlot | null }

/** Renders every column, the original next to the twin. */
export function columnsPanel(columns: PlottedColumn[], source: OriginalSource): Html {
  return panel(
    'Columns',
    originalNote(source, 'columns'),
    legend(source, 'columns'),
    html`<div class="columns">${columns.map(
      ({ name, kind, shape, plot }) =>
        html`<div><div class="head"><h4>${name}</h4><span><span class="badge kind">${kind}</span> ${percent(shape)} alike</span></div>${
          plot ? plotOf(name, plot, source) : html`<p class="muted">${withoutPlot(kind)}</p>`
        }</div>`,
    )}</div>`,
  )
}

function withoutPlot(kind: string): string {
  if (kind === 'text') return 'Free text is never passed on.'
  if (kind === 'key' || kind === 'pii')
    return 'Made up afresh: no value of the original is passed on.'
  return 'No values to show.'
}

/** Shows the correlations of a buyer's report, and exact ones for the owner, if there are any. */
export function correlationsPanel(
  published: PublishedReport['correlations'],
  exact: Evaluation['correlations'],
): Html[] {
  const shown = (title: string, intro: string, correlations: Correlations) =>
    panel(
      title,
      intro,
      heatmapOf(
        `${title}, the original below the diagonal and the twin above it`,
        correlationCells(correlations),
      ),
    )
  return [
    ...(published ? [shown('Correlations', correlationsNote(published), published)] : []),
    ...(exact
      ? [shown('Correlations, exact', 'Pearson’s r of the rows that were compared.', exact)]
      : []),
  ]
}

const MAX_PAIR_COLUMNS = 40

/** Shows exact figures of a twin's similarity, for the owner. */
export function likenessPanels(evaluation: Evaluation): Html[] {
  const { pairs, coherence } = evaluation
  const shown = pairs.columns.length > 1 && pairs.columns.length <= MAX_PAIR_COLUMNS
  return [
    html`<div class="two">${[accuracyPanel(evaluation), modelsPanel(evaluation)]}</div>`,
    ...(shown
      ? [
          panel(
            'Accuracy of pairs',
            'Of every pair of columns in percent; the darker, the further the twin is from the original.',
            heatmapOf(
              'Accuracy of each pair of columns',
              accuracyCells(pairs.columns, pairs.accuracy),
            ),
          ),
        ]
      : []),
    ...(coherence ? [coherencePanel(coherence)] : []),
  ]
}

function accuracyPanel({ accuracy, sdmetrics, rows }: Evaluation): Html {
  const row = (name: string, { value, ceiling }: Similarity) => [
    name,
    percent(value),
    percent(ceiling),
    percent(Math.min(1, value / ceiling)),
  ]
  const { ceiling } = sdmetrics
  const against = (value: number, best: number | undefined) => [
    percent(value),
    best === undefined ? '' : percent(best),
    best === undefined ? '' : percent(Math.min(1, value / best)),
  ]
  return panel(
    'Likeness',
    `On ${whole(rows.train)} rows the twin was made from${rows.holdout > 0 ? `, ${whole(rows.holdout)} held out` : ''} and ${whole(rows.twin)} of the twin.`,
    table(
      'Likeness of the twin beside that of fresh real rows',
      ['', 'Twin', 'Real rows', 'Share'],
      [
        row('Columns', accuracy.univariate),
        row('Pairs', accuracy.bivariate),
        row('Triples', accuracy.trivariate),
        ['SDMetrics, shapes', ...against(sdmetrics.shapes, ceiling?.shapes)],
        ['SDMetrics, pairs', ...against(sdmetrics.pairs, ceiling?.pairs)],
        ['SDMetrics, score', ...against(sdmetrics.score, ceiling?.score)],
      ],
      [1, 2, 3],
    ),
  )
}

function modelsPanel({ detection, efficacy }: Evaluation): Html {
  const targets = efficacy?.targets ?? []
  return panel(
    'What models make of it',
    `Boosted trees tell real rows from the twin's with an AUC of ${withBounds(detection.auc, detection.interval)}, with 95% confidence; 0.5 means that they cannot, above 0.8 is poor (${whole(detection.rowsPerSide)} rows of each, of which ${whole(detection.scoredPerSide)} were scored by trees that had not learned from them).`,
    targets.length === 0
      ? html`<p class="muted">No column lends itself to being predicted.</p>`
      : table(
          'Models trained on the twin and on the original, tested on other real rows',
          ['Predicting', 'Trained on twin', 'Trained on original'],
          targets.map(({ column, synthetic, real, intervals }) => [
            html`<code>${column}</code>`,
            withBounds(synthetic, intervals.synthetic),
            withBounds(real, intervals.real),
          ]),
          [1, 2],
        ),
    efficacy
      ? html`<p class="muted note">AUC on real rows that neither model saw, with 95% confidence. The twin keeps ${percent(efficacy.score)} of what the original can teach.</p>`
      : html``,
  )
}

const withBounds = (value: number, { low, high }: Bounds) =>
  `${value.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`

/** Shows what a buyer reads of the twin's use for models. */
export function usefulnessPanel(usefulness: PublishedReport['usefulness']): Html {
  const { value, note } = usefulnessFact(usefulness)
  return panel(usefulnessLabel, '', html`<p>${value}: ${note}.</p>`)
}

function coherencePanel({ value, ceiling, columns, autocorrelations }: Coherence): Html {
  const signed = (name: string) => autocorrelations.find((column) => column.name === name)
  return panel(
    'Coherence in time',
    `Consecutive rows are ${percent(value)} alike; those of fresh real series ${percent(ceiling)}.`,
    table(
      'Each column and its own next value',
      ['Column', 'Accuracy', 'Autocorrelation, original', 'Autocorrelation, twin'],
      columns.map(({ name, accuracy }) => [
        html`<code>${name}</code>`,
        percent(accuracy),
        signed(name)?.original.toFixed(2) ?? '',
        signed(name)?.synthetic.toFixed(2) ?? '',
      ]),
      [1, 2, 3],
    ),
  )
}
