/** SVG of a plot, as elements for any printer and as text. Colors are the custom properties `--plot-<role>`. */
import type { Plot, Role, Shape, Tint } from './shape.ts'

export type SvgElement = {
  tag: Shape['kind']
  /** Named as in React. */
  attributes: Record<string, string | number>
  text?: string
  hint?: string
}

/** Returns a shape's element, with attributes for every medium that reads custom properties. */
export function svgElement(shape: Shape): SvgElement {
  const { hint } = shape
  if (shape.kind === 'text') {
    const { x, y, anchor, size, role, text, isName } = shape
    const attributes = { x, y, fontSize: size, fill: color(role), ...anchors[anchor] }
    return {
      tag: 'text',
      attributes: isName ? { ...attributes, className: 'plot-name' } : attributes,
      text,
      hint,
    }
  }
  const { kind, role, tint, stroke, hint: _, ...geometry } = shape
  const paint: SvgElement['attributes'] =
    stroke === undefined
      ? { fill: color(role, tint) }
      : { fill: 'none', stroke: color(role, tint), strokeWidth: stroke }
  return { tag: kind, attributes: { ...geometry, ...paint }, hint }
}

const anchors = {
  start: {},
  middle: { textAnchor: 'middle' },
  end: { textAnchor: 'end' },
}

function color(role: Role, tint?: Tint): string {
  if (!tint) return `var(--plot-${role})`
  const share = Number(tint.share.toFixed(3))
  const strength =
    tint.over === 'surface' ? `calc(var(--plot-heat)*${share})` : `${(100 * share).toFixed(1)}%`
  return `color-mix(in oklab,var(--plot-${role}) ${strength},var(--plot-${tint.over}))`
}

/** Returns an image for HTML, as wide as its box; `label` says all of it in one sentence. */
export function svgText({ width, height, shapes }: Plot, label: string): string {
  const content = shapes.map((shape) => elementText(svgElement(shape))).join('')
  return `<svg class="plot" role="img" aria-label="${escapeText(label)}" viewBox="0 0 ${width} ${height}">${content}</svg>`
}

function elementText({ tag, attributes, text = '', hint }: SvgElement): string {
  const written = Object.entries(attributes).map(
    ([name, value]) => ` ${attributeName(name)}="${escapeText(String(value))}"`,
  )
  const title = hint === undefined ? '' : `<title>${escapeText(hint)}</title>`
  return `<${tag}${written.join('')}>${title}${escapeText(text)}</${tag}>`
}

const attributeName = (name: string) =>
  name === 'className' ? 'class' : name.replace(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`)

const escapeText = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
