import type { Factor } from '@supabase/supabase-js'
import { expect, it } from 'vitest'
import { freeName } from './enroll.ts'

it('a new factor gets a name that none of the others has', () => {
  const named = (...names: string[]) => names.map((name) => ({ friendly_name: name }) as Factor)
  expect(freeName('Phone', [])).toBe('Phone')
  expect(freeName('Phone', named('Phone', 'Phone 3'))).toBe('Phone 2')
  expect(freeName('Phone', named('Phone', 'Phone 2', 'Phone 3'))).toBe('Phone 4')
})
