/** The layout of a directory of backups, and what each backup says about itself. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'

const meta = z.object({
  format: z.literal(1),
  /** All that was acknowledged before is in the backup. */
  takenAt: z.iso.datetime(),
  /** The newest migration of the database. */
  migration: z.string(),
  /** SHA-256 of `base.tar`, which the manifest does not cover: it says nothing about WAL. */
  baseSha256: z.string(),
  /** The password of the cluster, sealed with the master secret. Shows if a key is the right one. */
  sealedPassword: z.string(),
  /** True if sealed content is in a bucket, which is not part of the backup. */
  isContentInBucket: z.boolean(),
  filesCount: z.int(),
  filesBytes: z.int(),
})
export type BackupMeta = z.infer<typeof meta>

/** Names the purpose under which the master secret seals the cluster's password. */
export const PASSWORD_PURPOSE = 'backup.cluster-password'

/** Names files of a backup that are not files of the data directory. */
export const ownNames = ['base.tar', 'backup_manifest', 'meta.json']

const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/

/** Returns the name of a backup taken at `at`, such as 2026-11-23T02-15-00Z. */
export const backupName = (at: Date): string =>
  `${at.toISOString().slice(0, 19)}Z`.replaceAll(':', '-')

/** Lists the names of complete backups in a directory, oldest first. */
export async function listBackups(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch(() => [])
  return names.filter((name) => NAME.test(name)).sort()
}

/** Reads what a backup says about itself. Throws if that is missing or damaged. */
export async function readMeta(dir: string): Promise<BackupMeta> {
  try {
    return meta.parse(JSON.parse(await readFile(join(dir, 'meta.json'), 'utf8')))
  } catch (error) {
    throw new Error(`${dir} is not a complete backup: its meta.json is missing or damaged.`, {
      cause: error,
    })
  }
}

export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
