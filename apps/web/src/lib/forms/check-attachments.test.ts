import { MAX_ATTACHMENT_BYTES, MAX_ATTACHMENTS } from '@semblance/contract'
import { expect, test } from 'vitest'
import { checkAttachments, validationErrorOf } from './check-attachments.ts'

test('a file is refused by its type, when empty and when too large, by name', () => {
  expect(validationErrorOf({ name: 'Schema.PDF', size: 10 })).toBeNull()
  expect(validationErrorOf({ name: 'run.exe', size: 10 })).toContain('run.exe was not added')
  expect(validationErrorOf({ name: 'pdf', size: 10 })).toContain('pdf was not added')
  expect(validationErrorOf({ name: 'a.csv', size: 0 })).toBe('a.csv is empty.')
  expect(validationErrorOf({ name: 'a.csv', size: MAX_ATTACHMENT_BYTES + 1 })).toContain('a.csv')
})

test('a message carries a limited number of files', () => {
  const file = { name: 'a.csv', size: 1 }
  const { accepted, refusals } = checkAttachments([file, file, file], MAX_ATTACHMENTS - 2)
  expect(accepted).toHaveLength(2)
  expect(refusals).toHaveLength(1)
})
