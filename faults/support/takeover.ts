/** Measures how long the jobs of a server that is gone wait for another one. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { system } from '../../apps/server/src/platform/database/db.ts'
import type { Installation } from './cluster.ts'

/** Sets the time within which another server takes the work over, by specification. */
const TAKEOVER_LIMIT_MS = 30_000

const INTERVAL_MS = 250

/** Resolves with the milliseconds until another server ends the lease and unlocks its jobs. */
export async function measureTakeover({ db }: Installation, pid: number): Promise<number> {
  const since = Date.now()
  for (;;) {
    const isHeld = await db.transaction(system, async (tx) => {
      const { rows } = await sql`select from app.workers where pid = ${pid}`.execute(tx)
      return rows.length > 0
    })
    const tookMs = Date.now() - since
    if (!isHeld) return tookMs
    expect(tookMs).toBeLessThan(TAKEOVER_LIMIT_MS)
    await sleep(INTERVAL_MS)
  }
}
