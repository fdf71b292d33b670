/** @module-tag long */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { startTemporaryPostgres } from './embedded-postgres.ts'
import { restartDelayMs } from './postgres-supervisor.ts'

it('PostgreSQL that is killed starts again at the same place, and stops for good when asked to', async () => {
  const lines: string[] = []
  const { connection, stop } = await startTemporaryPostgres({ onLine: (line) => lines.push(line) })
  onTestFinished(stop)
  const ask = async (question: string): Promise<string> => {
    const client = new pg.Client(connection)
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query(question).finally(() => client.end())
    return Object.values(rows[0] ?? {})[0] as string
  }
  const directory = await ask('show data_directory')
  const postmaster = () =>
    Number(readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')[0])
  const killed = postmaster()
  process.kill(killed, 'SIGKILL')
  await expect.poll(() => ask(`select 'here'`).catch(() => null)).toBe('here')
  expect(postmaster()).not.toBe(killed)
  expect(lines.join('\n')).toMatch(/ended unexpectedly \(SIGKILL\); it starts again in 0\.5 s/)
  await stop()
  expect(spawnSync('pgrep', ['-f', dirname(directory)], { encoding: 'utf8' }).stdout).toBe('')
})

it('waits longer before each start, and gives up at the sixth death within ten minutes', () => {
  const minute = 60_000
  expect(restartDelayMs([0])).toBe(500)
  expect(restartDelayMs([0, minute, 2 * minute])).toBe(2000)
  expect(restartDelayMs([0, 1, 2, 3, 4])).toBe(8000)
  expect(restartDelayMs([0, 1, 2, 3, 4, 9 * minute])).toBeNull()
  expect(restartDelayMs([0, 1, 2, 3, 4, 11 * minute])).toBe(500)
})
