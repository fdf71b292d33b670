/** The right to more rows as it is typed: both numbers empty for none. */
import { type MoreRows, moreRowsTerm, parseWhole } from '@semblance/contract'
import { z } from 'zod'

export type MoreRowsDraft = { rows: string; draws: string }

export const noMoreRows: MoreRowsDraft = { rows: '', draws: '' }

export const moreRowsDraftOf = (term: MoreRows | null | undefined): MoreRowsDraft =>
  term ? { rows: String(term.rows), draws: String(term.draws) } : noMoreRows

/** Returns true while neither number is typed. */
export const isWithoutRows = ({ rows, draws }: MoreRowsDraft): boolean =>
  rows.trim() === '' && draws.trim() === ''

/** Parses a draft into the term, null for none; each problem names its field. */
export const typedMoreRows = z
  .custom<MoreRowsDraft>()
  .transform((draft, context): MoreRows | null => {
    if (isWithoutRows(draft)) return null
    const read = moreRowsTerm.safeParse({
      rows: parseWhole(draft.rows) ?? undefined,
      draws: parseWhole(draft.draws) ?? undefined,
    })
    if (read.success) return read.data
    for (const { path, message } of read.error.issues)
      context.addIssue({ code: 'custom', path, message })
    return z.NEVER
  })

/** Returns the term as far as it can be read; undefined for what is no term yet. */
export const readMoreRows = (draft: MoreRowsDraft): MoreRows | null | undefined =>
  typedMoreRows.safeParse(draft).data
