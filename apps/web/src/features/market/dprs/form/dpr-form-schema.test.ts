import { expect, it } from 'vitest'
import { dprFormSchema, emptyDprForm, readNumber } from './dpr-form-schema.ts'

it('counts are read in the grouping of any country', () => {
  expect(['1,000', '1.000', '1 000', '14'].map(readNumber)).toEqual([1000, 1000, 1000, 14])
})

it('what is no count stays what it is, so that the field can say why it is refused', () => {
  expect(readNumber('-5')).toBe(-5)
  expect(readNumber('1.5')).toBe(1.5)
  expect(['', 'ten', '1e5', '0x10'].map(readNumber)).toEqual([NaN, NaN, NaN, NaN])
})

it('a budget that might be two amounts is refused, with an example of how to write it', () => {
  const { error } = dprFormSchema.safeParse({ ...emptyDprForm, budgetMinCents: '18.500' })
  expect(error?.issues.find(({ path }) => path[0] === 'budgetMinCents')?.message).toBe(
    'Enter dollars, such as 18,500',
  )
})
