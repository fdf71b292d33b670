/** Requests that are posted all the time, to see which of them are kept. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import { type Database, system } from '../../apps/server/src/platform/database/db.ts'
import { dprForm } from '../../apps/server/testing/fixtures/deal-fixtures.ts'
import type { Installation } from './cluster.ts'

const INTERVAL_MS = 150
const MAX_OPEN = 6

/** Numbers the requests of all loads: a second try of a test posts none of the first once more. */
let number = 1

export type WriteLoad = {
  /** Lists the IDs of requests whose posting was answered so far. */
  acknowledged: () => string[]
  /** Resolves once all answers are there. */
  stop: () => Promise<void>
}

/**
 * Posts requests until `stop` or the end of the test, to one server after the other. What is refused is not
 * repeated.
 */
export function startWriting(cluster: Installation, name: string): WriteLoad {
  const api = cluster.apiOf(cluster.parties.client.token)
  const acknowledged: string[] = []
  const open = new Set<Promise<void>>()
  let isOn = true
  const post = async (title: string) => {
    const { id } = await api.dprs.create({ ...dprForm, title })
    acknowledged.push(id)
  }
  const running = (async () => {
    for (; isOn; number += 1) {
      const posted = post(`${name} ${number}`).catch(() => {})
      open.add(posted)
      void posted.then(() => open.delete(posted))
      await sleep(INTERVAL_MS)
      if (open.size >= MAX_OPEN) await Promise.race(open)
    }
  })()
  const stop = async () => {
    isOn = false
    await running
    await Promise.all(open)
  }
  onTestFinished(stop)
  return { acknowledged: () => [...acknowledged], stop }
}

/** Expects that all of these requests are there, and none of that name twice. */
export async function expectKept(db: Database, ids: string[], name: string): Promise<void> {
  const { missing, twice } = await db.transaction(system, async (tx) => ({
    missing: await sql`select id from unnest(${ids}::text[]) id except select id from dprs`.execute(
      tx,
    ),
    twice: await sql`select title from dprs where title like ${`${name} %`}
      group by title having count(*) > 1`.execute(tx),
  }))
  expect(missing.rows).toEqual([])
  expect(twice.rows).toEqual([])
}
