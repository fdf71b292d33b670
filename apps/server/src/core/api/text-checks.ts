/** Checks that every text of an input can be stored. */
import { AppError } from '../../platform/http/errors.ts'

/**
 * Throws bad_input for the first text, or name of a field, that PostgreSQL cannot hold: one with a
 * zero byte or half a surrogate pair. Iterates instead of recursing, because a caller chooses the depth.
 */
export function checkTexts(input: unknown): void {
  const open: { value: unknown; field: string }[] = [{ value: input, field: '' }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, field } = next
    if (typeof value === 'string') checkText(value, field)
    if (typeof value !== 'object' || value === null || value instanceof Date) continue
    for (const [key, part] of Object.entries(value)) {
      checkText(key, field)
      open.push({ value: part, field: field ? `${field}.${key}` : key })
    }
  }
}

function checkText(text: string, field: string): void {
  if (isStorable(text)) return
  const message = 'This text has characters that cannot be stored.'
  throw new AppError('bad_input', { field, message })
}

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')
