import { describe, expect, test } from 'vitest'
import {
  describeQuery,
  emptyMarketQuery,
  type MarketQuery,
  readMarketQuery,
  readShown,
  writeMarketQuery,
} from './market-query.ts'

const read = (address: string) => readMarketQuery(new URLSearchParams(address))
const shown = (address: string) => readShown(new URLSearchParams(address))

describe('the marketplace’s address', () => {
  test('says nothing of the plain market', () => {
    expect(read('')).toEqual(emptyMarketQuery)
    expect(writeMarketQuery(emptyMarketQuery).toString()).toBe('')
  })
  test('is read as it was written', () => {
    const query = {
      search: 'card fraud',
      category: 'finance',
      sort: 'deadline',
      budgetFromUsd: 8000,
      budgetToUsd: 60_000,
      closing: 'month',
      privacy: ['standard', 'high'],
      column: 'session_id',
      wishes: ['invited'],
    } satisfies MarketQuery
    expect(read(writeMarketQuery(query).toString())).toEqual(query)
  })
  test('drops choices that there are not', () => {
    expect(
      read('category=toys&sort=best&from=-5&to=1e9&closing=soon&privacy=low&wishes=free'),
    ).toEqual(emptyMarketQuery)
  })
  test('counts cards in whole pages, up to what one call answers', () => {
    expect(['', 'shown=6', 'shown=x', 'shown=-5'].map(shown)).toEqual([6, 6, 6, 6])
    expect(['shown=7', 'shown=18', 'shown=5000'].map(shown)).toEqual([12, 18, 96])
  })
  test('reads as a sentence', () => {
    expect(describeQuery(emptyMarketQuery)).toBe('All DPRs, every category')
    expect(describeQuery({ search: 'fraud', category: 'finance', sort: 'deadline' })).toBe(
      '“fraud”, Finance, sorted by deadline',
    )
  })
})
