/** Describes the number format of a column with other than plain numbers: 1.234,56 or $1,234.56 or 45 %. */
export type NumberStyle = {
  /** Matches a styled number, and nothing that is plain; by RE2 and by JavaScript alike. */
  pattern: string
  /** Characters to take out. */
  removed: string
  /** The decimal separator. */
  point: '.' | ','
}

const CURRENCY = '[$€£¥]'
const GAPS = " \u00A0\u202F'’"

/** `delimiter` decides about 1,234: a file that separates cells by commas writes thousands so. */
function stylesOf(delimiter: string): NumberStyle[] {
  const commaPoint = style(`([0-9]{1,3}(\\.[0-9]{3})+|[0-9]+)(,[0-9]+)?`, '.', ',')
  const commaGroups = style(`([0-9]{1,3}(,[0-9]{3})+|[0-9]+)(\\.[0-9]+)?`, ',', '.')
  const gapGroups = (point: '.' | ',') =>
    style(
      `([0-9]{1,3}([${GAPS}][0-9]{3})+|[0-9]+)(${point === '.' ? '\\.' : ','}[0-9]+)?`,
      GAPS,
      point,
    )
  const ofCommas = delimiter === ',' ? [commaGroups, commaPoint] : [commaPoint, commaGroups]
  return [...ofCommas, gapGroups('.'), gapGroups(',')]
}

function style(number: string, groups: string, point: '.' | ','): NumberStyle {
  const pattern = `[+-]?(${CURRENCY} ?)?[+-]?${number}( ?(%|${CURRENCY}))?`
  return { pattern, removed: `${groups}$€£¥% \u00A0`, point }
}

const PLAIN = /^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$/

/**
 * Returns the style of a column if all of some cells are numbers and not all are plain; null for
 * any other. Missing values are not among the cells. Months and versions such as 1.2.3 have no
 * style.
 */
export function numberStyleOf(cells: string[], delimiter: string): NumberStyle | null {
  if (cells.length === 0 || cells.every((cell) => PLAIN.test(cell))) return null
  const styles = stylesOf(delimiter).filter(({ pattern }) => {
    const isStyled = new RegExp(`^(${pattern})$`)
    return cells.every((cell) => isStyled.test(cell))
  })
  return styles[0] ?? null
}
