/** Brings a backup of the embedded database and of sealed files into an empty data directory. */
import { spawnSync } from 'node:child_process'
import { constants, existsSync } from 'node:fs'
import { chown, copyFile, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { clusterHome } from '../database/embedded-cluster.ts'
import { knownMigrations } from '../database/migrate.ts'
import type { Secrets } from '../security/secrets.ts'
import {
  type BackupMeta,
  ownNames,
  PASSWORD_PURPOSE,
  readMeta,
  sha256OfFile,
} from './backup-files.ts'
import { findBaseDifferences } from './manifest.ts'
import { writeMarker } from './restore-marker.ts'
import { readTar } from './tar.ts'

/** Holds what may be in a data directory that counts as empty. */
const SECRET_FILE = 'secret-key'

type RestoreInput = { backupDir: string; dataDir: string; secrets: Secrets }

/**
 * Restores a backup. Throws an Error for people, and changes nothing, if the data directory is not
 * empty, the key is another one, or the backup is damaged, incomplete or of a newer release.
 */
export async function restoreBackup(input: RestoreInput): Promise<BackupMeta> {
  const { backupDir, dataDir } = input
  const meta = await readMeta(backupDir)
  await assertEmpty(dataDir)
  const password = openPassword(input.secrets, meta)
  if (!(await knownMigrations()).includes(meta.migration))
    throw new Error(
      `The backup is of a newer release than this one (${meta.migration}). Restore it with that release.`,
    )
  const files = await listFiles(backupDir)
  await assertIntact(backupDir, meta, files.length)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const { home, owner } = clusterHome(dataDir)
  const cluster = join(home, 'cluster')
  if (existsSync(cluster))
    throw new Error(`There is a database in ${home} already. Move it away first.`)
  for (const path of files) await copyInto(join(backupDir, path), join(dataDir, path))
  const give = async (path: string) => {
    if (owner) await chown(path, owner.uid, owner.gid)
  }
  await rm(`${cluster}.partial`, { recursive: true, force: true })
  await unpack(join(backupDir, 'base.tar'), `${cluster}.partial`, give)
  await writeFile(join(home, 'password'), password, { mode: 0o600 })
  await give(join(home, 'password'))
  await writeMarker(dataDir, new Date(meta.takenAt)) // before there is a database to start
  spawnSync('sync')
  await rename(`${cluster}.partial`, cluster)
  return meta
}

/** The key and the empty directory of a database that was never made do not count. */
async function assertEmpty(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir).catch(() => [])) {
    if (name === SECRET_FILE) continue
    const isEmptyHome = name === 'postgres' && (await readdir(join(dataDir, name))).length === 0
    if (!isEmptyHome)
      throw new Error(
        `${dataDir} is not empty (${name}). Restore into an empty directory: set DATA_DIR, or move this one away.`,
      )
  }
}

function openPassword(secrets: Secrets, { sealedPassword }: BackupMeta): string {
  try {
    return secrets.open(PASSWORD_PURPOSE, sealedPassword)
  } catch (error) {
    throw new Error(
      'This is not the key of the backup. Set SECRET_KEY, or place the file secret-key into DATA_DIR, as they were when it was taken.',
      { cause: error },
    )
  }
}

async function assertIntact(dir: string, meta: BackupMeta, filesCount: number): Promise<void> {
  const differences = await findBaseDifferences(dir)
  if (differences.length === 0 && (await sha256OfFile(join(dir, 'base.tar'))) !== meta.baseSha256)
    differences.push('base.tar is changed')
  if (filesCount !== meta.filesCount)
    differences.push(`${filesCount} of ${meta.filesCount} files are there`)
  if (differences.length > 0)
    throw new Error(`The backup is damaged: ${differences.slice(0, 5).join('; ')}.`)
}

/** Lists the backup's files that belong into the data directory. */
async function listFiles(backupDir: string): Promise<string[]> {
  const entries = await readdir(backupDir, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(backupDir.length + 1))
    .filter((path) => !ownNames.includes(path))
}

/** Copies: a link would let a later change reach the backup. */
async function copyInto(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  await copyFile(from, to, constants.COPYFILE_FICLONE)
}

async function unpack(
  archive: string,
  dir: string,
  give: (path: string) => Promise<void>,
): Promise<void> {
  await mkdir(dir, { mode: 0o700 })
  await give(dir)
  for await (const { name, type, content } of readTar(archive)) {
    const path = join(dir, name)
    if (type === 'directory') await mkdir(path, { recursive: true, mode: 0o700 })
    else await writeAll(path, content())
    await give(path)
  }
}

async function writeAll(path: string, content: AsyncIterable<Buffer>): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const part of content) await file.writeFile(part)
  } finally {
    await file.close()
  }
}
