/** Tests that errors that are no fault of the tables are not reported as one. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { outcomeOf } from './run-task.ts'

/** Has no room: each write to it fails as on a full disk. */
const FULL_DEVICE = '/dev/full'

it.runIf(existsSync(FULL_DEVICE)).each(['parquet', 'xlsx'] as const)(
  'a disk without room for a table in %s is named as such',
  { tags: 'long' },
  async (format) => {
    const tempDir = mkdtempSync(join(tmpdir(), 'semblance-run-'))
    onTestFinished(() => rmSync(tempDir, { recursive: true }))
    const inputPath = join(tempDir, 'twin.csv')
    const rows = Array.from({ length: 2000 }, (_, i) => `${i},${(i * 7919) % 1000}`)
    writeFileSync(inputPath, `id,value\n${rows.join('\n')}\n`)
    const outputs = [{ format, path: FULL_DEVICE }]
    const task = { name: 'convert', threads: 1, inputPath, outputs, tempDir } as const
    expect(
      await outcomeOf(
        task,
        () => {},
        async () => {},
      ),
    ).toEqual({ type: 'disk_full' })
  },
)
