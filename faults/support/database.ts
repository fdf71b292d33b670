/** A PostgreSQL that tests stop and start under running servers, with all its safety against crashes. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../apps/server/src/platform/database/embedded-postgres.ts'
import { startProxy } from './proxy.ts'

export type StoppableDatabase = {
  /** Holds the DATABASE_URL of the servers, which stays the same. */
  url: string
  stop: () => Promise<void>
  start: () => Promise<void>
  /** Stops it for good and removes its files. */
  remove: () => Promise<void>
}

/** Starts an empty PostgreSQL, reached over TCP through a proxy. */
export async function startDatabase(): Promise<StoppableDatabase> {
  const home = mkdtempSync(join(tmpdir(), 'semblance-faults-db-'))
  chmodSync(home, 0o755) // root's database runs as another user, who must be able to enter
  let postgres = await startEmbeddedPostgres(home)
  const proxy = await startProxy(socketOf(postgres))
  const { user, password } = postgres.connection
  return {
    url: `postgres://${user}:${String(password)}@127.0.0.1:${proxy.port}/postgres`,
    stop: async () => {
      await postgres.stop()
      await proxy.stop()
    },
    start: async () => {
      postgres = await startEmbeddedPostgres(home)
      proxy.aimAt(socketOf(postgres))
      await proxy.start()
    },
    remove: async () => {
      await postgres.stop()
      await proxy.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

const socketOf = ({ connection }: EmbeddedPostgres) => ({
  path: join(String(connection.host), '.s.PGSQL.5432'),
})
