/**
 * Announces changes on a channel of PostgreSQL after their commit, in a statement of its own: commits
 * that contain a NOTIFY wait for each other.
 */
import type pg from 'pg'

/** Turns off PostgreSQL's own announcements for a session, which announces after its commits. */
export const announcesAfterCommit = 'set semblance.announces_after_commit = on'

/** Sets the time within which the commits of a process share one announcement. */
const SHARED_MS = 10

const pending = new WeakMap<pg.Pool, Set<string>>()

/**
 * Announces on the channel soon. Never throws: listeners read by themselves after a few seconds, also
 * when the process ends before.
 */
export function announceSoon(pool: pg.Pool, channel: string): void {
  const channels = pending.get(pool) ?? new Set()
  pending.set(pool, channels)
  if (channels.has(channel)) return
  channels.add(channel)
  setTimeout(() => {
    channels.delete(channel)
    pool.query(`notify ${channel}`).catch(() => {})
  }, SHARED_MS).unref()
}
