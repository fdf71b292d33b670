import type { Evaluation } from './evaluation.ts'
import { evaluationFields, reportFields } from './html/fields.ts'
import { type Html, html, panel, table, whole } from './html/markup.ts'
import { exactNumbersPanel, numbersPanel } from './html/numbers.ts'
import { pairsPanel } from './html/pairs.ts'
import { attackPanels, guaranteePanel, ledgerPanel } from './html/privacy.ts'
import { relationPanels } from './html/relation.ts'
import {
  columnsPanel,
  correlationsPanel,
  likenessPanels,
  usefulnessPanel,
} from './html/similarity.ts'
import { STYLE } from './html/style.ts'
import type { InternalReport, PublishedReport } from './report.ts'

/** Describes a table's report with the parts that its reader may see. */
export type ReadableReport = {
  name: string
  published: PublishedReport
  /** Adds what only the original's owner may see. */
  internal?: InternalReport
}

const NOT_PRIVATE =
  'For the owner of the original: it holds exact figures, which are not private. Pass on the buyer’s report instead.'

/** Returns a page with everything in the report, which opens without a network. */
export function reportHtml(tables: ReadableReport[]): string {
  const isPrivate = tables.every(({ internal }) => !internal)
  const names = tables.map(({ name }) => name).join(', ')
  return page(
    `Synthetic twin of ${names}`,
    isPrivate
      ? 'For buyers: all that is derived from the original is released privately.'
      : NOT_PRIVATE,
    isPrivate || tables.length === 0,
    tables.map((table) => html`<h2>${table.name}</h2>${reportSections(table)}`),
  )
}

/** Renders the page that compares a synthetic file, from any generator, with a real one. */
export function evaluationHtml(evaluated: {
  name: string
  recordCount: number
  evaluation: Evaluation
}): string {
  const { name, recordCount, evaluation } = evaluated
  const { privacy, correlations, columns, pairPlots } = evaluation
  return page(`Evaluation of ${name}`, NOT_PRIVATE, false, [
    html`<h2>${name}</h2>`,
    evaluationFields(evaluation, recordCount),
    ...(privacy ? attackPanels(privacy) : []),
    columnsPanel(columns, 'exact'),
    ...exactNumbersPanel(columns),
    ...likenessPanels(evaluation),
    ...pairsPanel(pairPlots, 'exact'),
    ...correlationsPanel(null, correlations),
  ])
}

function reportSections({ published, internal }: ReadableReport): Html[] {
  const { columns, pairs, correlations, privacy } = published
  const evaluation = internal?.evaluation ?? null
  const source = evaluation ? 'exact' : privacy.mode
  return [
    reportFields(published, evaluation),
    guaranteePanel(privacy),
    ...(evaluation?.privacy ? attackPanels(evaluation.privacy) : []),
    columnsPanel(evaluation ? exactColumns(columns, evaluation) : columns, source),
    ...numbersPanel(columns),
    usefulnessPanel(published.usefulness),
    ...(evaluation
      ? [...exactNumbersPanel(evaluation.columns), ...likenessPanels(evaluation)]
      : []),
    ...pairsPanel(evaluation?.pairPlots ?? pairs, source),
    ...relationPanels(published.relation, privacy.mode, internal?.relation),
    ...correlationsPanel(correlations, evaluation?.correlations ?? null),
    ...(internal
      ? [...ledgerPanel(internal, privacy), ...rulesPanel(internal), runPanel(internal)]
      : []),
  ]
}

/** Returns a table's columns, those that were compared as they are: the owner sees no noise. */
function exactColumns(
  columns: PublishedReport['columns'],
  evaluation: Evaluation,
): PublishedReport['columns'] {
  const exact = new Map(evaluation.columns.map((column) => [column.name, column]))
  return columns.map((column) => ({ ...column, ...exact.get(column.name) }))
}

function rulesPanel({ rules }: InternalReport): Html[] {
  if (rules.length === 0) return []
  return [
    panel(
      'Rules',
      'They hold in every row of the twin.',
      table(
        'Declared rules and the rows of the original that break them',
        ['Rule', 'Rows of the original that break it'],
        rules.map(({ rule, brokenRows }) => [html`<code>${rule}</code>`, whole(brokenRows)]),
        [1],
      ),
    ),
  ]
}

function runPanel({ rows, timingsMs, peakRssBytes }: InternalReport): Html {
  const total = Object.values(timingsMs).reduce((sum, ms) => sum + ms, 0)
  const stages = Object.entries(timingsMs).map(
    ([stage, ms]) => `${stage} ${(ms / 1000).toFixed(1)} s`,
  )
  return panel(
    'Run',
    '',
    html`<p>Learned from ${whole(rows.train)} rows and held ${whole(rows.holdout)} out to judge the twin by. ${(total / 1000).toFixed(1)} s (${stages.join(', ')}), at most ${whole(peakRssBytes / 2 ** 20)} MB of memory.</p>`,
  )
}

function page(title: string, audience: string, isForBuyers: boolean, content: Html[]): string {
  const badge = html`<span class="badge long ${isForBuyers ? 'kind' : 'warn'}">${audience}</span>`
  return `<!doctype html>\n${
    html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>${title}</title>${{ html: `<style>${STYLE}</style>` }}</head><body><header><div><h1>${title}</h1>${badge}</div></header><main>${content}</main><footer>Made by Semblance. Brass is the original, petrol its twin.</footer></body></html>`
      .html
  }\n`
}
