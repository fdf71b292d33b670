import { type Html, html } from './markup.ts'

/**
 * Correlations from -1 to 1, the original's below the diagonal in a brass ring and the twin's above it; or with one table,
 * shares from 0 to 1 where less is darker, on both sides.
 */
export function correlationHeatmap(
  columns: string[],
  original: number[][],
  synthetic: number[][],
): Html {
  return heatmap(
    'Correlations, the original below the diagonal and the twin above it',
    columns,
    (i, k) => {
      const r = (i > k ? original : synthetic)[i]![k]!
      const color = r < 0 ? 'var(--low)' : 'var(--synth)'
      return { text: r.toFixed(2), color, weight: Math.abs(r), isReal: i > k }
    },
  )
}

/** How alike each pair of columns is; the scale begins at the least like pair. */
export function pairHeatmap(columns: string[], accuracy: number[][]): Html {
  const all = accuracy.flatMap((row, i) => row.filter((_, k) => k !== i))
  const least = Math.min(0.95, ...all)
  return heatmap('Accuracy of each pair of columns', columns, (i, k) => {
    const value = accuracy[i]![k]!
    const weight = Math.max(0, 1 - value) / (1 - least)
    return { text: (100 * value).toFixed(0), color: 'var(--low)', weight, isReal: false }
  })
}

type Cell = { text: string; color: string; weight: number; isReal: boolean }

function heatmap(caption: string, columns: string[], cell: (i: number, k: number) => Cell): Html {
  const row = (name: string, i: number) =>
    html`<tr><th scope="row" title="${name}">${i + 1} ${name}</th>${columns.map((_, k) => {
      if (i === k) return html`<td></td>`
      const { text, color, weight, isReal } = cell(i, k)
      const mix = `calc(var(--heat)*${weight.toFixed(3)})`
      return html`<td class="${isReal && 'real'}" style="background:color-mix(in oklab,${color} ${mix},var(--card))">${text}</td>`
    })}</tr>`
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}, scrollable"><table class="heat"><caption>${caption}</caption><thead><tr><td></td>${columns.map(
    (name, k) => html`<th scope="col" title="${name}">${k + 1}</th>`,
  )}</tr></thead><tbody>${columns.map(row)}</tbody></table></div>`
}
