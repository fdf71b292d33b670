import type { PairPlot } from '../pair-plot.ts'
import { type Html, html, panel, percent } from './markup.ts'
import { legend } from './plots.ts'

/** How the values of two columns occur together, the original beside the twin. */
export function pairsPanel(pairs: PairPlot[], intro: string): Html[] {
  if (pairs.length === 0) return []
  return [
    panel(
      'Pairs of columns',
      intro,
      legend,
      html`<div class="columns pairs">${pairs.map(
        (pair) =>
          html`<div><div class="head"><h4>${pair.y.column} × ${pair.x.column}</h4><span>${percent(pair.match)} alike</span></div>${pairMaps(pair)}</div>`,
      )}</div>`,
    ),
  ]
}

function pairMaps({ x, y, original, synthetic, inWords }: PairPlot): Html {
  const most = Math.max(...original.flat(), ...synthetic.flat(), Number.MIN_VALUE)
  const side = (shares: number[][], color: string, of: string) =>
    y.labels.map(
      (label, line) =>
        html`<tr>${x.labels.map((across, place) => {
          const share = shares[line]![place]!
          const mix = `calc(var(--heat)*${(share / most).toFixed(3)})`
          return html`<td title="${label}, ${across}: ${percent(share)} of ${of}" style="background:color-mix(in oklab,var(${color}) ${mix},var(--sunken))"></td>`
        })}</tr>`,
    )
  const map = (shares: number[][], color: string, of: string, words: string) =>
    html`<table aria-label="${y.column} and ${x.column} in ${of}, ${words}" role="img"><tbody>${side(shares, color, of)}</tbody></table>`
  const ends = html`<div class="ticks" aria-hidden="true">${[0, x.labels.length - 1].map((place) => html`<span title="${x.labels[place]!}">${x.labels[place]!}</span>`)}</div>`
  return html`<div class="maps"><div class="names" aria-hidden="true">${y.labels.map((label) => html`<span title="${label}">${label}</span>`)}</div>${map(original, '--real', 'the original', inWords.original)}${map(synthetic, '--synth', 'the twin', inWords.synthetic)}<div></div>${[ends, ends]}</div>`
}
