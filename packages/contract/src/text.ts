import { z } from 'zod'

/** A text that must be there: trimmed, 1 to `max` characters; every refusal names the field. */
export const requiredText = (label: string, max: number) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .min(1, `${label} is required`)
    .max(max, `${label} is too long (${max} characters at most)`)
