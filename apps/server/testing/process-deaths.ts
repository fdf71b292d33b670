/** Processes that die, or meet something, at a moment that the database shows; for tests. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import { type Database, system, type Tx } from '../src/platform/database/db.ts'
import { work } from './fixtures/delivery-fixtures.ts'
import type { Market } from './fixtures/market-fixtures.ts'

/** Names the transaction that makes the subject one of `when`, before or after its commit. */
export type Moment = { when: string; is: 'before' | 'after' }

/** Returns the market as a process sees it to which something happens at a moment, each time. */
export function withEvent(
  market: Market,
  { when, is }: Moment,
  subject: string,
  happen: () => Promise<void>,
): Market {
  const { db } = market.platform
  const isTime = sql<{ is_time: boolean }>`select exists (${sql.raw(when)} = ${subject}) as is_time`
  const look = async (tx: Tx) => (await isTime.execute(tx)).rows[0]!.is_time
  const transaction: Database['transaction'] = async (claims, act, access) => {
    const acted = await db.transaction(
      claims,
      async (tx) => {
        const done = await act(tx)
        if (is === 'before' && (await look(tx))) await happen()
        return done
      },
      access,
    )
    if (is === 'after' && (await db.transaction(system, look))) await happen()
    return acted
  }
  return { ...market, platform: { ...market.platform, db: { ...db, transaction } } }
}

/** Runs work whose process dies at a moment: from then on, nothing of it reaches the database. */
export async function untilDeath(
  market: Market,
  death: Moment,
  subject: string,
  run: (place: ReturnType<typeof work>) => Promise<void>,
): Promise<void> {
  const gone = new AbortController()
  const die = () => {
    gone.abort()
    return new Error('the process was killed')
  }
  const mortal = withEvent(market, death, subject, () => Promise.reject(die()))
  const { db } = mortal.platform
  const transaction: Database['transaction'] = (...asked) =>
    gone.signal.aborted ? Promise.reject(die()) : db.transaction(...asked)
  const place = { ...mortal.platform, db: { ...db, transaction } }
  await run(work({ ...mortal, platform: place }, gone.signal)).catch(() => {})
  expect(gone.signal.aborted).toBe(true)
}
