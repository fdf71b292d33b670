import { expect, it } from 'vitest'
import { fullName, splitName } from './names.ts'

it('a name is its first word and the rest, and comes back whole', () => {
  expect(splitName(' Amara  van Okafor ')).toEqual({
    first_name: 'Amara',
    last_name: 'van Okafor',
  })
  expect(fullName(splitName('Amara van Okafor'))).toBe('Amara van Okafor')
  expect(fullName(splitName('Plato'))).toBe('Plato')
})
