import type { ColumnPlot } from '../column-plot.ts'
import { type Html, html, percent } from './markup.ts'

const WIDTH = 400
const HEIGHT = 96
const TOP = 6

/** A column of the original as a brass hatch, its twin as a petrol line, or both as bars by category. */
export function plotOf(name: string, plot: ColumnPlot): Html {
  return plot.type === 'histogram' ? histogram(name, plot) : categories(plot)
}

export const legend = html`<div class="legend"><span class="real"><i></i>original</span><span><i></i>twin</span></div>`

type Histogram = Extract<ColumnPlot, { type: 'histogram' }>

function histogram(name: string, { edges, original, synthetic, format }: Histogram): Html {
  const tallest = Math.max(...original, ...synthetic, Number.MIN_VALUE)
  const step = WIDTH / original.length
  const y = (share: number) => (HEIGHT - ((HEIGHT - TOP) * share) / tallest).toFixed(1)
  const lines = original.flatMap((share, bar) =>
    share > 0
      ? [0.25, 0.75].map((at) => `M${((bar + at) * step).toFixed(1)} ${HEIGHT}V${y(share)}`)
      : [],
  )
  const line = synthetic.map(
    (share, bar) => `${(bar * step).toFixed(1)} ${y(share)}H${((bar + 1) * step).toFixed(1)}`,
  )
  const outline = `M0 ${HEIGHT}L${line.join('L')}V${HEIGHT}`
  const label = `${name}: the original's distribution and the twin's`
  return html`<svg role="img" aria-label="${label}" viewBox="0 0 ${WIDTH} ${HEIGHT}" height="${HEIGHT}" preserveAspectRatio="none"><g fill="none" vector-effect="non-scaling-stroke"><path d="M0 ${HEIGHT / 4}H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 ${(3 * HEIGHT) / 4}H${WIDTH}" stroke="var(--grid)" vector-effect="non-scaling-stroke"/><path d="${outline}" fill="var(--synth)" fill-opacity=".13"/><path d="${lines.join('')}" stroke="var(--real)" stroke-width="1.6" vector-effect="non-scaling-stroke"/><path d="${outline}" stroke="var(--synth)" stroke-width="1.8" stroke-linejoin="round" vector-effect="non-scaling-stroke"/></g></svg><div class="ticks" aria-hidden="true">${ticks(edges, format)}</div>`
}

function ticks(edges: number[], format: Histogram['format']): Html[] {
  const [low, high] = [edges[0]!, edges.at(-1)!]
  return [low, (low + high) / 2, high].map((at) => html`<span>${writeTick(at, format)}</span>`)
}

function writeTick(value: number, format: Histogram['format']): string {
  if (format === 'date') {
    const date = new Date(value)
    return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10)
  }
  return new Intl.NumberFormat('en-US', {
    maximumSignificantDigits: 4,
    ...(Math.abs(value) >= 1e6 && { notation: 'compact' }),
  }).format(format === 'integer' ? Math.round(value) : value)
}

function categories({
  labels,
  original,
  synthetic,
}: Extract<ColumnPlot, { type: 'categories' }>): Html {
  const longest = Math.max(...original, ...synthetic, Number.MIN_VALUE)
  const bar = (share: number) =>
    html`<i style="width:${((100 * share) / longest).toFixed(1)}%"></i>`
  return html`<div class="bars">${labels.map(
    (label, i) =>
      html`<span title="${label}">${label}</span><span>${bar(original[i]!)}${bar(synthetic[i]!)}</span><span>${percent(original[i]!)} / ${percent(synthetic[i]!)}</span>`,
  )}</div>`
}

/** An interval on a scale from 0 to `most`; its pass zone is where it touches 0. */
export function intervalPlot(value: number, low: number, high: number, most: number): Html {
  const x = (risk: number) => ((100 * Math.min(risk, most)) / most).toFixed(1)
  const color = low > 0 ? 'var(--low)' : 'var(--synth)'
  return html`<svg class="interval" aria-hidden="true" viewBox="0 0 100 14" height="14" preserveAspectRatio="none"><path d="M0 0V14" stroke="var(--strong)" stroke-width="2" vector-effect="non-scaling-stroke"/><path d="M${x(low)} 7H${x(high)}" stroke="${color}" stroke-width="3" vector-effect="non-scaling-stroke"/><path d="M${x(value)} 2V12" stroke="${color}" stroke-width="2" vector-effect="non-scaling-stroke"/></svg>`
}
