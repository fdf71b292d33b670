import { type Outcome, outcomeLabels } from '@semblance/plots'

/** Represents HTML that needs no further escaping. */
export type Html = { html: string }

type Piece = string | number | Html | Html[] | null | false

/** Returns a template; its pieces are escaped unless they are HTML already. */
export function html(texts: TemplateStringsArray, ...pieces: Piece[]): Html {
  return {
    html: texts.map((text, i) => text + (i < pieces.length ? write(pieces[i]!) : '')).join(''),
  }
}

function write(piece: Piece): string {
  if (piece === null || piece === false) return ''
  if (Array.isArray(piece)) return piece.map(({ html: text }) => text).join('')
  return typeof piece === 'object' ? piece.html : escapeText(String(piece))
}

/** Safe as text and inside quoted attributes. */
function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}

export function percent(share: number, digits = 1): string {
  return `${(100 * share).toFixed(digits)}%`
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}

/** Returns a title with its content. */
export function panel(title: string, intro: string, ...content: Html[]): Html {
  return html`<section class="panel"><h3>${title}</h3>${intro !== '' && html`<p class="muted">${intro}</p>`}${content}</section>`
}

/** `numeric` says which columns are numbers, by position. */
export function table(
  caption: string,
  head: string[],
  rows: (string | Html)[][],
  numeric: number[],
): Html {
  const align = (j: number) => html`${numeric.includes(j) && 'num'}`
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table><caption>${caption}</caption><thead><tr>${head.map(
    (cell, j) =>
      cell === '' ? html`<td></td>` : html`<th scope="col" class="${align(j)}">${cell}</th>`,
  )}</tr></thead><tbody>${rows.map(
    (row) => html`<tr>${row.map((cell, j) => html`<td class="${align(j)}">${cell}</td>`)}</tr>`,
  )}</tbody></table></div>`
}

const OUTCOME_SIGNS: Record<Outcome, [style: string, sign: string]> = {
  passed: ['pass', '✓'],
  failed: ['fail', '✕'],
  inconclusive: ['unclear', '?'],
}

/** Shows an outcome in words with a sign, not by color alone. */
export function outcomeBadge(outcome: Outcome): Html {
  const [style, sign] = OUTCOME_SIGNS[outcome]
  return html`<span class="badge ${style}"><span aria-hidden="true">${sign}</span> ${outcomeLabels[outcome]}</span>`
}
