/**
 * Takes a backup of the embedded database while it is written to, and of the sealed files that its
 * rows name. Files are copied before and after the database: what a row names was written before the
 * row, and what is removed while the backup runs is copied already.
 */
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import {
  chmod,
  chown,
  copyFile,
  link,
  lstat,
  mkdir,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import pg from 'pg'
import type { RunningCluster } from '../database/embedded-cluster.ts'
import type { Secrets } from '../security/secrets.ts'
import {
  type BackupMeta,
  backupName,
  listBackups,
  PASSWORD_PURPOSE,
  sha256OfFile,
} from './backup-files.ts'
import { findBaseDifferences } from './manifest.ts'

/** A backup that has not ended by then was left by a crash. */
const ABANDONED_MS = 24 * 3_600_000

export type BackupInput = {
  cluster: RunningCluster
  dataDir: string
  /** Holds the backups, one directory each. Made if missing. */
  targetDir: string
  secrets: Secrets
  isContentInBucket: boolean
  /** Lists the files to keep, as paths in `dataDir`. Called twice. */
  listFiles: () => AsyncIterable<string>
  /** The number of backups to keep, this one included. */
  keepCount: number
}

export type Backup = BackupMeta & { dir: string; linkedCount: number; removed: string[] }

/** Takes one backup. Throws and leaves nothing behind if it cannot be completed or does not verify. */
export async function takeBackup(input: BackupInput): Promise<Backup> {
  const { targetDir, cluster } = input
  assertOutside(input.dataDir, targetDir)
  const takenAt = new Date()
  await mkdir(targetDir, { recursive: true, mode: 0o700 })
  await removeAbandoned(targetDir, cluster.home)
  const previous = (await listBackups(targetDir)).at(-1)
  const dir = join(targetDir, backupName(takenAt))
  const partial = join(targetDir, `.${backupName(takenAt)}-${randomUUID()}.partial`)
  await mkdir(partial, { mode: 0o700 })
  try {
    const files = { ...input, partial, previous: previous ? join(targetDir, previous) : null }
    const copied = { count: 0, bytes: 0, linkedCount: 0 }
    await copyFiles(files, copied)
    await copyDatabase(cluster, partial)
    await copyFiles(files, copied)
    const meta = await describe(input, partial, takenAt, copied)
    await writeFile(join(partial, 'meta.json'), `${JSON.stringify(meta, null, 2)}\n`, {
      mode: 0o600,
    })
    spawnSync('sync')
    await rename(partial, dir)
    const removed = await removeOld(targetDir, input.keepCount)
    return { ...meta, dir, linkedCount: copied.linkedCount, removed }
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  }
}

async function describe(
  { cluster, secrets, isContentInBucket }: BackupInput,
  partial: string,
  takenAt: Date,
  { count, bytes }: { count: number; bytes: number },
): Promise<BackupMeta> {
  const [difference] = await findBaseDifferences(partial)
  if (difference) throw new Error(`The backup is not what the database holds: ${difference}.`)
  return {
    format: 1,
    takenAt: takenAt.toISOString(),
    migration: await newestMigration(cluster),
    baseSha256: await sha256OfFile(join(partial, 'base.tar')),
    sealedPassword: secrets.seal(PASSWORD_PURPOSE, String(cluster.connection.password)),
    isContentInBucket,
    filesCount: count,
    filesBytes: bytes,
  }
}

function assertOutside(dataDir: string, targetDir: string): void {
  const path = relative(resolve(dataDir), resolve(targetDir))
  if (path === '' || !path.startsWith('..'))
    throw new Error(`Backups belong outside ${dataDir}, best on another disk or machine.`)
}

/**
 * Has the server write its files into a directory next to the cluster, which its user can reach, and
 * moves them to the backup.
 */
async function copyDatabase({ home, connection }: RunningCluster, partial: string): Promise<void> {
  const spool = join(home, `backup-${randomUUID()}`)
  const client = new pg.Client({ ...connection, replication: 'true' } as pg.ClientConfig)
  try {
    await client.connect()
    await client.query(`BASE_BACKUP (LABEL 'semblance', WAL true, CHECKPOINT 'fast',
      TARGET 'server', TARGET_DETAIL ${pg.escapeLiteral(spool)},
      MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`)
    for (const name of ['base.tar', 'backup_manifest'])
      await move(join(spool, name), join(partial, name))
  } finally {
    await client.end().catch(() => {})
    await rm(spool, { recursive: true, force: true })
  }
}

async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    await copyFile(from, to)
  }
  await chmod(to, 0o600)
  if (process.getuid?.() === 0) await chown(to, 0, 0) // the database's user has no further use of it
}

async function newestMigration({ connection }: RunningCluster): Promise<string> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string | null }>(
      'select max(name) as name from public.schema_migrations',
    )
    const [newest] = rows
    if (!newest?.name) throw new Error('The database has no tables of this platform yet.')
    return newest.name
  } finally {
    await client.end()
  }
}

type FilesInput = Pick<BackupInput, 'dataDir' | 'listFiles'> & {
  partial: string
  previous: string | null
}

/** Copies the files that are not there yet. Unchanged ones are links to the previous backup's. */
async function copyFiles(
  { dataDir, listFiles, partial, previous }: FilesInput,
  copied: { count: number; bytes: number; linkedCount: number },
): Promise<void> {
  for await (const path of listFiles()) {
    const [from, to] = [join(dataDir, path), join(partial, path)]
    const found = await lstat(from).catch(ignoreMissing) // it may just have been removed
    if (!found?.isFile() || (await lstat(to).catch(ignoreMissing))) continue
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    const isLinked = previous !== null && (await linkIfSame(join(previous, path), to, found.size))
    if (!isLinked && !(await copyOne(from, to))) continue
    copied.count += 1
    copied.bytes += found.size
    copied.linkedCount += isLinked ? 1 : 0
  }
}

/** A sealed chunk never changes once a row names it: the same name and length is the same content. */
async function linkIfSame(earlier: string, to: string, bytes: number): Promise<boolean> {
  const found = await lstat(earlier).catch(ignoreMissing)
  if (found?.size !== bytes) return false
  return await link(earlier, to).then(
    () => true,
    () => false, // this file system has no links, or has too many to this file
  )
}

async function copyOne(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE)
    return true
  } catch (error) {
    return ignoreMissing(error as NodeJS.ErrnoException) ?? false
  }
}

async function removeOld(targetDir: string, keepCount: number): Promise<string[]> {
  const old = (await listBackups(targetDir)).slice(0, -keepCount)
  for (const name of old) await rm(join(targetDir, name), { recursive: true, force: true })
  return old
}

/** Removes what backups that did not end have left. */
async function removeAbandoned(targetDir: string, home: string): Promise<void> {
  const isPartial = (name: string) => name.startsWith('.') && name.endsWith('.partial')
  const isSpool = (name: string) => name.startsWith('backup-')
  for (const [dir, matches] of [
    [targetDir, isPartial],
    [home, isSpool],
  ] as const)
    for (const name of (await readdir(dir)).filter(matches)) {
      const { mtimeMs } = await stat(join(dir, name))
      if (Date.now() - mtimeMs > ABANDONED_MS) await rm(join(dir, name), { recursive: true })
    }
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
