/**
 * Measures the transparency log while it is written to: writers record leaves, two servers integrate.
 * Prints one JSON object: leaves per second of writers and of the log, the time from commit to published
 * head, what `record` adds to a transaction, the bytes of a proof, and the milliseconds in which the dossier
 * of a deal of 20 leaves is verified. Fails for a gap or a fork.
 * Usage: node bench/transparency.ts [LEAVES, default 100000]
 */

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseVerifierKey } from '@semblance/contract'
import { verifyDossier } from '@semblance/contract/verify-dossier'
import { sql } from 'kysely'
import {
  checkLog,
  findSigner,
  integrateLeaves,
  leafProofFile,
  readChains,
} from '../apps/server/src/core/transparency/service.ts'
import { hooks } from '../apps/server/src/hooks.ts'
import { packDossier } from '../apps/server/src/overview/dossiers/service.ts'
import { readConfig } from '../apps/server/src/platform/config.ts'
import { openDatabase, system } from '../apps/server/src/platform/database/db.ts'
import { startTemporaryPostgres } from '../apps/server/src/platform/database/embedded-postgres.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { migrateJobs } from '../apps/server/src/platform/process/jobs.ts'
import { openLog } from '../apps/server/src/platform/process/log.ts'
import { createSecrets } from '../apps/server/src/platform/security/secrets.ts'
import { record } from '../apps/server/src/platform/transparency/record.ts'

const LEAVES = Number(process.argv[2] ?? 100_000)
const WRITERS = 8
const LEAVES_PER_TRANSACTION = 20
const DEALS = 400

const dir = mkdtempSync(join(tmpdir(), 'semblance-log-bench-'))
const postgres = await startTemporaryPostgres()
const db = openDatabase(postgres.connection)
const log = openLog('error')
await migrateJobs(db, log)
await migrate(db.pool)
const config = { ...readConfig({ SAMPLE_DATA: 'off' }), dataDir: dir, keyDir: join(dir, 'keys') }
const platform = { config, db, log, hooks, secrets: createSecrets(randomBytes(32)) }

const share = (values: number[], part: number) =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length * part)]! * 10) / 10

const transaction = (leaves: number) =>
  db.transaction(system, async (tx) => {
    await sql`insert into transparency.forgotten (organization) values (gen_random_uuid())`.execute(
      tx,
    )
    for (let n = 0; n < leaves; n++)
      record(tx, {
        type: 'offer.revised',
        audience: 'both',
        deal: n % 2 === 0 ? `DEAL-${Math.floor(Math.random() * DEALS)}` : null,
        body: { revision: n, terms: { priceCents: String(n), description: 'x'.repeat(200) } },
      })
  })

/** Returns milliseconds per transaction of one writer alone. */
async function timeOf(leaves: number): Promise<number> {
  const startedAt = performance.now()
  for (let n = 0; n < 300; n++) await transaction(leaves)
  return (performance.now() - startedAt) / 300
}

/** Returns the milliseconds in which a dossier of 20 leaves is verified, at first and at the median. */
async function timeOfDossier(): Promise<{ first: number; p50: number }> {
  const { signer, chains, logs } = await db.transaction(system, async (tx) => ({
    signer: (await findSigner({ tx, platform }))!,
    ...(await readChains(tx, [{ id: 'DEAL-7', follows: null }], null)),
  }))
  const [chain] = chains
  const leaves = chain!.leaves.slice(0, 20)
  const archive = Uint8Array.from(
    await packDossier({
      manifest: {
        ...{ v: 1, deal: 'DEAL-7', side: 'client', issuer: config.publicUrl, sample: true },
        ...{ signedBy: signer.origin, logs, chains: [{ ...chain!, leaves }], entries: [] },
        balances: { heldCents: '0', fee: { heldCents: '0', earnedCents: '0' } },
      },
      ...{ documents: [], sign: signer.sign, isWaiting: false },
    }),
  )
  const keys = [parseVerifierKey(logs[0]!.verifierKey)!]
  const times: number[] = []
  for (let n = 0; n < 50; n++) {
    const startedAt = performance.now()
    const { findings } = await verifyDossier(archive, { keys })
    times.push(performance.now() - startedAt)
    // The deal has no contract; all else must hold.
    if (findings.map(({ id }) => id).join() !== 'before_log') throw new Error('It is not valid.')
  }
  return { first: share(times.slice(0, 1), 0), p50: share(times, 0.5) }
}

try {
  await timeOf(1)
  const plain = await timeOf(0)
  const recorded = await timeOf(1)
  while ((await integrateLeaves(platform)) === 'done');
  const lags: number[] = []
  let committed = 0
  let isDone = false
  const startedAt = performance.now()
  const writer = async () => {
    while (committed < LEAVES) {
      committed += LEAVES_PER_TRANSACTION
      await transaction(LEAVES_PER_TRANSACTION)
    }
  }
  const server = async () => {
    while (!isDone) {
      await integrateLeaves(platform)
      await sleep(200)
    }
  }
  const servers = [server(), server()]
  const probe = async () => {
    while (!isDone) {
      const { rows } = await db.transaction(system, (tx) =>
        sql<{
          ms: number | null
        }>`select (extract(epoch from now() - min(staged_at)) * 1000)::float8 as ms
          from transparency.staged`.execute(tx),
      )
      if (rows[0]?.ms) lags.push(rows[0].ms)
      await sleep(100)
    }
  }
  const probing = probe()
  await Promise.all(Array.from({ length: WRITERS }, writer))
  const writtenAt = performance.now()
  isDone = true
  await Promise.all([...servers, probing])
  while ((await integrateLeaves(platform)) === 'done');
  const integratedAt = performance.now()
  const check = await db.transaction(system, (tx) => checkLog({ tx, platform, now: new Date() }))
  const checkedAt = performance.now()
  if (check.violations.length > 0) throw new Error(check.violations.join('\n'))
  const proof = await db.transaction(system, (tx) => leafProofFile({ tx }, { log: 1, index: 7 }))
  const perSecond = (from: number, to: number) => Math.round(LEAVES / ((to - from) / 1000))
  console.log(
    JSON.stringify({
      benchmark: 'transparency',
      leaves: Number(check.leavesCount),
      writtenPerSecond: perSecond(startedAt, writtenAt),
      integratedPerSecond: perSecond(startedAt, integratedAt),
      longestWaitMs: { p50: share(lags, 0.5), p95: share(lags, 0.95) },
      recordMs: Math.round((recorded - plain) * 100) / 100,
      proofBytes: proof.length,
      dossierMs: await timeOfDossier(),
      checkSeconds: Math.round((checkedAt - integratedAt) / 100) / 10,
    }),
  )
} finally {
  await db.close()
  await postgres.stop()
  rmSync(dir, { recursive: true })
}
