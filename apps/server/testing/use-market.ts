/** A market for the tests of one file, closed after them, and people in it by name, each of an organization of their own. */
import { afterAll } from 'vitest'
import type { Config } from '../src/config.ts'
import { type Market, openTestMarket, type Person } from './market.ts'

type Side = Parameters<Market['member']>[0]

export async function useMarket<Name extends string>(
  sides: Record<Name, Side>,
  overrides?: Partial<Config>,
): Promise<{ market: Market } & Record<Name, Person>> {
  const market = await openTestMarket(overrides)
  afterAll(() => market.close())
  const people = {} as Record<Name, Person>
  for (const name in sides) people[name] = await market.member(sides[name])
  return { market, ...people }
}
