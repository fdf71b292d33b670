import type { PairPlot } from '../fidelity/pair-plot.ts'
import { type Html, html, panel, percent } from './markup.ts'
import { legend, pairPlotOf } from './plots.ts'

/** Renders the joint frequencies of pairs of columns, the original next to the twin. */
export function pairsPanel(pairs: PairPlot[], intro: string): Html[] {
  if (pairs.length === 0) return []
  return [
    panel(
      'Pairs of columns',
      intro,
      legend,
      html`<div class="columns pairs">${pairs.map(
        (pair) =>
          html`<div><div class="head"><h4>${pair.y.column} × ${pair.x.column}</h4><span>${percent(pair.match)} alike</span></div>${pairPlotOf(pair)}</div>`,
      )}</div>`,
    ),
  ]
}
