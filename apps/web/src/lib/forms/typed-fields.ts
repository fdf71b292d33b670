/** Reads fields of forms as they are typed. */
import { parseDollars, parseWhole } from '@semblance/contract'
import { z } from 'zod'

/** Reads dollars as they are typed. */
export const dollars = (price: z.ZodType<bigint, bigint>) =>
  z
    .string()
    .trim()
    .transform((text, issues) => {
      const cents = parseDollars(text)
      if (cents !== null) return cents
      issues.addIssue({ code: 'custom', message: 'Enter an amount in dollars, such as 18,500' })
      return z.NEVER
    })
    .pipe(price)

/** Reads a whole number as it is typed. */
export const whole = (number: z.ZodType<number, number>, unit: string) =>
  z
    .string()
    .trim()
    .transform((text, issues) => {
      const value = parseWhole(text)
      if (value !== null) return value
      issues.addIssue({ code: 'custom', message: `Enter a whole number of ${unit}` })
      return z.NEVER
    })
    .pipe(number)

/** Reads a field that may be left empty. */
export const emptyOr = <Value, Empty>(field: z.ZodType<Value, string>, empty: Empty) =>
  z
    .string()
    .trim()
    .transform((text, issues): Value | Empty => {
      if (!text) return empty
      const read = field.safeParse(text)
      if (read.success) return read.data
      issues.addIssue({ code: 'custom', message: read.error.issues[0]?.message })
      return z.NEVER
    })
