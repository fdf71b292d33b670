import { MAX_ATTACHMENT_BYTES, MAX_ATTACHMENTS } from '@semblance/contract'
import { expect, test } from 'vitest'
import { checkAttachments, refusalOf } from './check-attachments.ts'

test('a file is refused by its type, when empty and when too large, by name', () => {
  expect(refusalOf({ name: 'Schema.PDF', size: 10 })).toBeNull()
  expect(refusalOf({ name: 'run.exe', size: 10 })).toContain('run.exe was not added')
  expect(refusalOf({ name: 'pdf', size: 10 })).toContain('pdf was not added')
  expect(refusalOf({ name: 'a.csv', size: 0 })).toBe('a.csv is empty.')
  expect(refusalOf({ name: 'a.csv', size: MAX_ATTACHMENT_BYTES + 1 })).toContain('a.csv')
})

test('a message carries a limited number of files', () => {
  const file = { name: 'a.csv', size: 1 }
  const { accepted, refusals } = checkAttachments([file, file, file], MAX_ATTACHMENTS - 2)
  expect(accepted).toHaveLength(2)
  expect(refusals).toHaveLength(1)
})
