/** Plots of the report, drawn by `@semblance/plots`. */
import {
  bars,
  type HeatmapData,
  heatmap,
  heatmapWidth,
  histogram,
  type OriginalSource,
  originalLabel,
  pairLabel,
  pairMap,
  svgText,
} from '@semblance/plots'
import type { ColumnPlot } from '../fidelity/column-plot.ts'
import type { PairPlot } from '../fidelity/pair-plot.ts'
import { type Html, html } from './markup.ts'

/** Pixels; a plot scales to its box. */
const TEXT = 12
const COLUMN = { width: 340, text: TEXT }
const PAIR = { width: 380, text: TEXT }

/** Draws a column of the original and of its twin: distributions, or bars by category. */
export function plotOf(name: string, plot: ColumnPlot, source: OriginalSource): Html {
  const drawn = plot.type === 'histogram' ? histogram(plot, COLUMN) : bars(plot, COLUMN, source)
  return { html: svgText(drawn, `${name}: ${originalLabel(source, 'columns')}, beside the twin`) }
}

/** Draws how the values of two columns occur together. */
export function pairPlotOf(plot: PairPlot, source: OriginalSource): Html {
  const original = originalLabel(source, 'pairs')
  return { html: svgText(pairMap(plot, PAIR, source), pairLabel(plot, original)) }
}

/** Draws figures of all pairs of columns, and writes them as a table for screen readers. */
export function heatmapOf(caption: string, data: HeatmapData): Html {
  const width = heatmapWidth(data.columns, TEXT)
  const plot = { html: svgText(heatmap(data, { width, text: TEXT }), caption) }
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}, scrollable"><div style="width:${width}px">${plot}</div>${unseenTable(caption, data)}</div>`
}

function unseenTable(caption: string, { columns, cells }: HeatmapData): Html {
  const head = columns.map((name) => html`<th scope="col">${name}</th>`)
  const rows = columns.map(
    (name, i) =>
      html`<tr><th scope="row">${name}</th>${columns.map((_, k) => html`<td>${cells[i]?.[k]?.text ?? ''}</td>`)}</tr>`,
  )
  return html`<table class="unseen"><caption>${caption}</caption><thead><tr><td></td>${head}</tr></thead><tbody>${rows}</tbody></table>`
}

/** Returns the legend of plots, which names what is shown of the original. */
export function legend(source: OriginalSource, of: 'columns' | 'pairs'): Html {
  return html`<div class="legend"><span class="real"><i></i>${originalLabel(source, of)}</span><span><i></i>Twin</span></div>`
}

/** Returns an interval on a scale from 0 to `most`; it passes if it touches 0. */
export function intervalPlot(value: number, low: number, high: number, most: number): Html {
  const x = (risk: number) => ((100 * Math.min(risk, most)) / most).toFixed(1)
  const color = low > 0 ? 'var(--low)' : 'var(--synth)'
  return html`<svg class="interval" aria-hidden="true" viewBox="0 0 100 14" height="14" preserveAspectRatio="none"><path d="M0 0V14" stroke="var(--strong)" stroke-width="2" vector-effect="non-scaling-stroke"/><path d="M${x(low)} 7H${x(high)}" stroke="${color}" stroke-width="3" vector-effect="non-scaling-stroke"/><path d="M${x(value)} 2V12" stroke="${color}" stroke-width="2" vector-effect="non-scaling-stroke"/></svg>`
}
