import { type NumberRow, numberRows, numberRowsNote } from '@semblance/plots'
import type { NumberFigures } from '../fidelity/number-figures.ts'
import { type Html, html, panel, table } from './markup.ts'

type NumberColumn = { name: string; numbers: NumberFigures | null }

/** Shows means, totals and quantiles of a buyer's report, the original's with its noise. */
export function numbersPanel(columns: NumberColumn[]): Html[] {
  return tables('Means and quantiles', numberRowsNote, columns, 'Original, with noise', (row) => [
    row.range ? `${row.original} (${row.range})` : row.original,
    row.verdict === 'outside' ? `${row.twin}, outside` : row.twin,
  ])
}

/** Shows exact means and quantiles, for the original's owner. */
export function exactNumbersPanel(columns: NumberColumn[]): Html[] {
  const intro = 'Exact, of the rows that were compared.'
  return tables('Means and quantiles, exact', intro, columns, 'Original', (row) => [
    row.original,
    row.twin,
  ])
}

function tables(
  title: string,
  intro: string,
  columns: NumberColumn[],
  head: string,
  cells: (row: NumberRow) => [original: string, twin: string],
): Html[] {
  const known = columns.flatMap(({ name, numbers }) => (numbers ? [{ name, numbers }] : []))
  if (known.length === 0) return []
  return [
    panel(
      title,
      intro,
      html`<div class="columns pairs">${known.map(
        ({ name, numbers }) =>
          html`<div><h4>${name}</h4>${table(
            `Means and quantiles of ${name}`,
            ['', head, 'Twin'],
            numberRows(numbers).map((row) => [row.label, ...cells(row)]),
            [1, 2],
          )}</div>`,
      )}</div>`,
    ),
  ]
}
