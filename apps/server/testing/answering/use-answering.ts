/** Rules of automatic answers, and what they have proposed in a conversation of the market of the test file. */
import type { StatedRules } from '@semblance/contract'
import { expect } from 'vitest'
import { answeringJobs } from '../../src/market/answering/jobs.ts'
import { runJobs } from '../drain-jobs.ts'
import type { Person } from '../fixtures/market-fixtures.ts'
import { useMarket } from '../fixtures/use-market.ts'

/** States a client's rules for an offer of $18,500 in 10 days: answers at $18,000, $17,500 and $17,000. */
export const selling: StatedRules = {
  priceBoundCents: 1_654_321n,
  stepCents: 50_000n,
  answers: 3,
  mayApprove: true,
  bounds: { timelineDays: 9 },
}
export const buying: StatedRules = {
  openingCents: 1_500_000n,
  priceBoundCents: 1_876_543n,
  stepCents: 100_000n,
  answers: 4,
  mayApprove: true,
  bounds: {},
}

export const state = (person: Person, dprId: string, rules: StatedRules) =>
  person.api.answering.set({ dprId, rules })

export const offerAt = (priceCents: bigint, more = {}) => ({ priceCents, ...more })
export const at = (dollars: number, timelineDays = 10) =>
  offerAt(BigInt(dollars) * 100n, timelineDays === 10 ? {} : { timelineDays })

export async function useAnswering() {
  const { market, client, vendor, stranger } = await useMarket({
    client: 'client',
    vendor: 'vendor',
    stranger: 'both',
  })
  const work = () => runJobs(market, answeringJobs(market.platform))
  /** Lists the proposals of a conversation, oldest first. */
  const madeIn = async (conversationId: string) => {
    const { items } = await client.api.negotiation.messages({ conversationId, limit: 50 })
    return items.flatMap(({ proposal }) => proposal ?? []).toReversed()
  }
  /** Fails if rules have answered what was proposed last. */
  const expectSilence = async (conversationId: string) => {
    await work()
    const made = await madeIn(conversationId)
    expect(made.filter(({ isAutomatic }) => isAutomatic)).toEqual([])
    expect(made.at(-1)?.status).toBe('pending')
  }
  return { market, client, vendor, stranger, work, madeIn, expectSilence }
}
