/**
 * Backs up the embedded database and the sealed files: `npm run backup DIR`, while the server runs or
 * not. Keeps the newest BACKUP_KEEP backups in DIR. The master secret and originals are never part of
 * a backup. A database of one's own is backed up by its own tools.
 */
import { resolve } from 'node:path'
import { listKeptFiles } from '../delivery/blob-gc/service.ts'
import { takeBackup } from '../platform/backup/take-backup.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { withDatabase } from '../platform/database/command-database.ts'
import { openDatabase } from '../platform/database/db.ts'
import { findRunningCluster, type RunningCluster } from '../platform/database/embedded-cluster.ts'
import { createSecrets, masterSecretOf } from '../platform/security/secrets.ts'

const config = readConfig(process.env)
const target = process.argv[2]

try {
  if (!target) throw new Error('Name the directory for backups: npm run backup DIR')
  if (config.databaseUrl)
    throw new Error(
      'DATABASE_URL is set: back that database up with its own tools, such as pgBackRest, WAL-G or your provider.',
    )
  const running = findRunningCluster(config.dataDir)
  if (running) await backUp(config, running, resolve(target))
  else await withDatabase(config, () => backUpStarted(config, resolve(target)))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

async function backUpStarted(config: Config, targetDir: string): Promise<void> {
  const cluster = findRunningCluster(config.dataDir)
  if (!cluster) throw new Error('The embedded database does not run.')
  await backUp(config, cluster, targetDir)
}

async function backUp(config: Config, cluster: RunningCluster, targetDir: string): Promise<void> {
  const db = openDatabase(cluster.connection)
  try {
    const backup = await takeBackup({
      cluster,
      dataDir: config.dataDir,
      targetDir,
      secrets: createSecrets(masterSecretOf(config)),
      isContentInBucket: config.s3 !== null,
      listFiles: () => listKeptFiles({ config, db }),
      keepCount: config.backupKeep,
    })
    const megabytes = Math.ceil(backup.filesBytes / 1e6)
    console.warn(`${backup.dir} is complete and verified.`)
    console.warn(
      `${backup.filesCount} stored files (${megabytes} MB), ${backup.linkedCount} of them unchanged. Neither the key nor any original is in it.`,
    )
    if (backup.isContentInBucket)
      console.warn('Uploads and deliveries are in the bucket, which is not part of this backup.')
    for (const name of backup.removed) console.warn(`${name} is removed: older than BACKUP_KEEP.`)
  } finally {
    await db.close()
  }
}
