import { isMatchOfOriginal, type OriginalSource, originalNote } from '@semblance/plots'
import type { PairPlot } from '../fidelity/pair-plot.ts'
import { type Html, html, panel, percent } from './markup.ts'
import { legend, pairPlotOf } from './plots.ts'

/** Renders the joint frequencies of pairs of columns, the original next to the twin. */
export function pairsPanel(pairs: PairPlot[], source: OriginalSource): Html[] {
  if (pairs.length === 0) return []
  return [
    panel(
      'Pairs of columns',
      originalNote(source, 'pairs'),
      legend(source, 'pairs'),
      html`<div class="columns pairs">${pairs.map(
        (pair) =>
          html`<div><div class="head"><h4>${pair.y.column} × ${pair.x.column}</h4>${isMatchOfOriginal(source) && html`<span>${percent(pair.match)} alike</span>`}</div>${pairPlotOf(pair, source)}</div>`,
      )}</div>`,
    ),
  ]
}
