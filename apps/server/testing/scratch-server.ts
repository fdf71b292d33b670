/**
 * A server of its own process that runs the engine on a file until it is killed: takes DATABASE (the
 * connection as JSON) and WORK_DIR, and prints `running` once the engine reads the rows.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { synthesizeInProcess, withWorkDir } from '../src/delivery/engine/service.ts'
import { openDatabase } from '../src/platform/database/db.ts'
import { openLease } from '../src/platform/process/leases.ts'
import { openLog } from '../src/platform/process/log.ts'

/** Stands in each row of the file. */
const marker = process.env.MARKER!
const ROWS = 100_000

const db = openDatabase(JSON.parse(process.env.DATABASE!))
const lease = { log: openLog('silent'), role: 'engine', version: 'test', schemaLevel: 0 } as const
await openLease(db, lease)
const dirs = { dataDir: process.env.WORK_DIR!, workDir: process.env.WORK_DIR! }
await withWorkDir(dirs, async (dir) => {
  const path = join(dir, 'original.csv')
  const rows = Array.from({ length: ROWS }, (_, i) => `${marker}-${i},${(i * 7919) % 1000}`)
  await writeFile(path, `name,amount\n${rows.join('\n')}\n`)
  const outputDir = join(dir, 'twins')
  await mkdir(outputDir)
  await synthesizeInProcess(
    {
      ...{ inputPaths: [path], tempDir: dir, outputDir },
      measured: { modelPath: join(dir, 'model.semblance'), splitPath: join(dir, 'split.json') },
    },
    {
      signal: new AbortController().signal,
      memoryMb: 2048,
      threads: 1,
      onProgress: () => process.stdout.write('running\n'),
    },
  )
})
process.stdout.write('finished\n')
