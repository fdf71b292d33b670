/**
 * Restores a backup into an empty DATA_DIR: `npm run restore DIR/2026-11-23T02-15-00Z`. Needs the
 * master secret of then, in SECRET_KEY or in the file secret-key in DATA_DIR. Changes nothing when it
 * refuses. The next start ends originals and sessions, and holds money and mail until staff confirm.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { restoreBackup } from '../platform/backup/restore-backup.ts'
import { readConfig } from '../platform/config.ts'
import { createSecrets, masterSecretOf } from '../platform/security/secrets.ts'

const config = readConfig(process.env)
const { secretKey, dataDir, databaseUrl } = config
const keyFile = join(dataDir, 'secret-key')
const backup = process.argv[2]

try {
  if (!backup) throw new Error('Name the backup: npm run restore DIR/2026-11-23T02-15-00Z')
  if (databaseUrl)
    throw new Error(
      'DATABASE_URL is set: restore that database with its own tools, then start with RESTORED_AT.',
    )
  if (!secretKey && !existsSync(keyFile))
    throw new Error(
      `The key of the backup is missing. Set SECRET_KEY, or place the file secret-key into ${dataDir}.`,
    )
  const meta = await restoreBackup({
    backupDir: resolve(backup),
    dataDir,
    secrets: createSecrets(masterSecretOf(config)),
  })
  console.warn(`${dataDir} is as it was at ${meta.takenAt}, with ${meta.filesCount} stored files.`)
  if (meta.isContentInBucket)
    console.warn('Uploads and deliveries are in the bucket: it must be of that moment or later.')
  console.warn('Now run: npm run restore:check. Then start the server, and see its page Ledger.')
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
