/** Reads a key's form as it is typed: dollars, lines of addresses and days are text. */
import { keyForm, parseDollars } from '@semblance/contract'
import { z } from 'zod'

/** Holds the choices of how long a key lasts, in days. */
export const keyDays = ['30', '90', '180', '365'] as const

/** Requires a limit only of keys that may move money; all others get a limit of 0. */
const limitOf = (text: string, context: z.RefinementCtx): bigint => {
  const cents = parseDollars(text)
  if (cents === null) {
    const message = text.trim() ? 'Enter dollars and cents' : 'Limit is required'
    context.addIssue({ code: 'custom', path: ['limitCents'], message })
    return z.NEVER
  }
  if (keyForm.shape.limitCents.safeParse(cents).success) return cents
  context.addIssue({ code: 'custom', path: ['limitCents'], message: 'Limit is too large' })
  return z.NEVER
}

const allowed = z.string().transform((text, context) => {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const { data, error } = keyForm.shape.allowed.safeParse(lines)
  if (data) return data
  const [issue] = error.issues
  const line = lines[Number(issue?.path[0])]
  context.addIssue(line ? `“${line}” is no address. ${issue?.message}` : `${issue?.message}`)
  return z.NEVER
})

export const typedKey = z
  .object({
    ...keyForm.shape,
    limitCents: z.string(),
    allowed,
    days: z.enum(keyDays),
  })
  .transform(({ limitCents, days, ...typed }, context) => ({
    ...typed,
    days: Number(days),
    limitCents: typed.scopes.includes('money') ? limitOf(limitCents, context) : 0n,
  }))
export type TypedKey = z.input<typeof typedKey>
export type ReadKey = z.output<typeof typedKey>
