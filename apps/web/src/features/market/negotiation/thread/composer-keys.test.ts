import { expect, test } from 'vitest'
import { hasContent, sends } from './composer-keys.ts'

const enter = {
  key: 'Enter',
  shiftKey: false,
  altKey: false,
  isComposing: false,
}

test('Enter sends', () => {
  expect(sends(enter)).toBe(true)
})

test('Shift+Enter breaks the line, and Enter within an input method belongs to it', () => {
  expect(sends({ ...enter, shiftKey: true })).toBe(false)
  expect(sends({ ...enter, isComposing: true })).toBe(false)
  expect(sends({ ...enter, key: 'a' })).toBe(false)
})

test('whitespace alone is no message, a file alone is one', () => {
  expect(hasContent(' \n\t', 0)).toBe(false)
  expect(hasContent('', 1)).toBe(true)
  expect(hasContent(' a ', 0)).toBe(true)
})
