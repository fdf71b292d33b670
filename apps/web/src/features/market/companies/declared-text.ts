import { columnHoldings, type DeclaredColumn, declaredColumns } from '@semblance/contract'

/** Returns columns as they are typed: one a line, with what they hold after a colon. */
export const declaredText = (columns: readonly DeclaredColumn[]): string =>
  columns.map(({ name, holds }) => (holds === null ? name : `${name}: ${holds}`)).join('\n')

/** Reads typed columns; lines and commas separate them, so that the header of a CSV file can be pasted. */
export function readDeclared(text: string): DeclaredColumn[] | { problem: string } {
  const columns: DeclaredColumn[] = []
  const lines = text.split(/[\n,;\t]/).map((line) => line.trim())
  for (const line of lines.filter((one) => one !== '')) {
    const [, name = line, typed] = /^(.*?)\s*:\s*([^:]*)$/.exec(line) ?? []
    const holds = columnHoldings.find((one) => one === typed?.toLowerCase()) ?? null
    if (typed && holds === null)
      return { problem: `“${typed}” after ${name}: write ${columnHoldings.join(', ')}, or nothing` }
    columns.push({ name: name.replace(/^"(.*)"$/, '$1').trim(), holds })
  }
  const parsed = declaredColumns.safeParse(columns)
  return parsed.success
    ? parsed.data
    : { problem: parsed.error.issues[0]?.message ?? 'These columns cannot be read' }
}
