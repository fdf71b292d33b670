/** Finds the embedded PostgreSQL of a data directory by the files that it keeps there. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { databaseOwner, isPostgres, type Owner, reachableHome } from './embedded-postgres.ts'

export type RunningCluster = { home: string; connection: pg.ClientConfig }

/** Holds the line of the socket's directory in PostgreSQL's `postmaster.pid`. */
const SOCKET_LINE = 4

/** Returns the cluster that another process runs on the data directory, or null. */
export function findRunningCluster(dataDir: string): RunningCluster | null {
  const { home } = clusterHome(dataDir)
  const pidFile = join(home, 'cluster/postmaster.pid')
  if (!existsSync(pidFile)) return null
  const lines = readFileSync(pidFile, 'utf8').split('\n')
  const host = lines[SOCKET_LINE]?.trim()
  if (!host || !isPostgres(Number(lines[0]))) return null
  const password = readFileSync(join(home, 'password'), 'utf8')
  return { home, connection: { host, user: 'semblance', password, database: 'postgres' } }
}

/** Returns the directory of the cluster's files, which it makes, and the user that must own them. */
export function clusterHome(dataDir: string): { home: string; owner: Owner } {
  const owner = databaseOwner()
  return { home: reachableHome(dataDir, owner), owner }
}
