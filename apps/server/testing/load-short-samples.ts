/**
 * Loads the samples with short datasets into the directories that the settings name, so that a server which
 * starts on them with sample data finds its own.
 */
import { mkdirSync } from 'node:fs'
import { createApp } from '../src/app.ts'
import { hooks } from '../src/hooks.ts'
import { readConfig } from '../src/platform/config.ts'
import { openDatabase } from '../src/platform/database/db.ts'
import { startEmbeddedPostgres } from '../src/platform/database/embedded-postgres.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { migrateJobs } from '../src/platform/process/jobs.ts'
import { openLog } from '../src/platform/process/log.ts'
import { createSecrets, masterSecretOf } from '../src/platform/security/secrets.ts'
import { loadSamples } from '../src/sample-data/load.ts'
import { startKeys } from '../src/start-keys.ts'
import { synthesizeStart } from './fixtures/short-samples.ts'

const config = readConfig(process.env)
mkdirSync(config.dataDir, { recursive: true })
const log = openLog(config.logLevel)
const postgres = await startEmbeddedPostgres(config.dataDir)
const db = openDatabase(postgres.connection)
await migrateJobs(db, log)
await migrate(db.pool)
const platform = { config, db, log, secrets: createSecrets(masterSecretOf(config)), hooks }
await startKeys(platform)
const app = await createApp(platform)
await loadSamples(platform, app.auth, synthesizeStart)
await app.close()
await db.close()
await postgres.stop()
