import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { makeTemporaryHome } from './temporary-home.ts'

function tempDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'temporary-home-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

it('clusters that killed processes left in memory are removed, those that run are kept', () => {
  const memory = tempDir()
  const ended = spawnSync('true').pid
  const served = `semblance-cluster-${ended}-served`
  const own = `semblance-cluster-${process.pid}-own`
  for (const name of [`semblance-cluster-${ended}-left`, served, own, 'foreign'])
    mkdirSync(join(memory, name, 'cluster'), { recursive: true })
  writeFileSync(join(memory, served, 'cluster', 'postmaster.pid'), `${process.pid}\n`)
  const home = makeTemporaryHome(memory)
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  expect(existsSync(home)).toBe(true)
  expect(readdirSync(memory).filter((name) => join(memory, name) !== home)).toEqual(
    expect.arrayContaining(['foreign', own, served]),
  )
  expect(readdirSync(memory)).not.toContain(`semblance-cluster-${ended}-left`)
})

it('a system without a file system in memory has them among its temporary files', () => {
  const home = makeTemporaryHome(join(tempDir(), 'none'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  expect(dirname(home)).toBe(tmpdir())
})
