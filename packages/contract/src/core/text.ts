import { z } from 'zod'

/** Requires a text: trimmed, 1 to `max` characters; every refusal names the field. */
export const requiredText = (label: string, max: number) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .min(1, `${label} is required`)
    .max(max, `${label} is too long (${max} characters at most)`)

/** Describes the staff's reason for a rejection; it is stored with the decision. */
export const reasonForm = z.object({ reason: requiredText('Reason', 1000) })

/** Accepts a text that may be empty, which becomes null. */
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `This is too long (${max} characters at most)`)
    .nullish()
    .transform((text) => text || null)

/** Parses an address into lower case, as accounts are stored. */
export const emailAddress = z
  .string({ error: 'Email is required' })
  .trim()
  .toLowerCase()
  .min(1, 'Email is required')
  .max(320, 'Email is too long')
  .pipe(z.email('Enter a valid email address'))
