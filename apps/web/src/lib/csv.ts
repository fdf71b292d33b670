/** Rows as CSV: RFC 4180, CRLF lines. */
export const csvText = (rows: readonly (readonly string[])[]) =>
  rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')

/** A spreadsheet would run a text that begins like a formula; an apostrophe makes it text again. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
