import { describe, expect, it } from 'vitest'
import { countryName, industryName, industryOptions } from './business-labels.ts'

it('a code without a name stands for itself', () => {
  expect(industryName('finance')).toBe('Financial Services')
  expect(industryName('mining')).toBe('mining')
  expect(countryName('US')).toBe('United States')
})

describe('the industries to choose from', () => {
  const valuesFor = (current: string) => industryOptions(current).map(({ value }) => value)

  it('are the same for every organization in one of them', () => {
    expect(valuesFor('retail')).toEqual(valuesFor('finance'))
    expect(valuesFor('retail')).not.toContain('government')
  })

  it('include the one that an organization was approved under', () => {
    expect(valuesFor('government')).toEqual([...valuesFor('retail'), 'government'])
  })
})
