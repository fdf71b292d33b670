/** Numbers as people type them, in the digits and the grouping of their country. */

/** Lists the code points of the digit zero in Arabic, Persian, Hindi, Bengali and Thai. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50]

function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0)!
  const zero = zeros.find((start) => code >= start && code < start + 10)
  return zero === undefined ? digit : String(code - zero)
}

/** "１８٬５٠٠" -> "18,500": digits, separators, spaces and apostrophes in one form each. */
export const plainNumber = (text: string) =>
  text
    .normalize('NFKC')
    // Removes the invisible format characters of pasted text.
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Nd}/gu, asciiDigit)
    .replaceAll('٬', ',')
    .replaceAll('٫', '.')
    .replace(/[’`´]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()

/** Matches digits in groups of three or, in India, of two before the last. */
export const commaGroups = String.raw`\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3}`
export const spaceGroups = String.raw`\d{1,3}(?: \d{3})+|\d{1,3}(?:'\d{3})+`
const dotGroups = String.raw`\d{1,3}(?:\.\d{3})+`

const whole = new RegExp(`^(?:\\d+|${commaGroups}|${spaceGroups}|${dotGroups})$`)

/** "1,000", "1.000" and "1 000" are a thousand: a count has no decimals. Null when it is no whole number. */
export function parseWhole(text: string): number | null {
  const typed = plainNumber(text)
  if (!whole.test(typed)) return null
  const value = Number(typed.replace(/\D/g, ''))
  return Number.isSafeInteger(value) ? value : null
}
