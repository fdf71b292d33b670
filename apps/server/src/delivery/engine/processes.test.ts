import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { startEngine } from './processes.ts'

it('a process of the engine inherits no setting from what all objects share', async () => {
  const tempDir = await mkdtemp(join(tmpdir(), 'engine-env-'))
  const entry = join(tempDir, 'entry.mjs')
  await writeFile(entry, 'process.send(Object.keys(process.env))')
  const shared = Object.prototype as Record<string, unknown>
  shared.SHARED_SETTING = 'x'
  try {
    const child = startEngine(pathToFileURL(entry), { tempDir, heapMb: 64 })
    const [names] = await once(child, 'message')
    child.kill('SIGKILL')
    expect(names).toContain('TMPDIR')
    expect(names).not.toContain('SHARED_SETTING')
  } finally {
    delete shared.SHARED_SETTING
    await rm(tempDir, { recursive: true })
  }
})
