import { createHmac } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it, test } from 'vitest'
import { classifyFault } from '../faults.ts'
import { examineFileSystem, methodOn, mountOf, parseMounts } from './file-system.ts'
import { keyFiles } from './key-files.ts'
import type { KeyStore } from './key-store.ts'

/** In memory where the system has such a file system: then more can be claimed there than a removal. */
const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
const root = mkdtempSync(join(memory, 'semblance-keys-'))
afterAll(() => rmSync(root, { recursive: true }))

let dir: string
let keys: KeyStore
let made = 0
beforeEach(() => {
  made += 1
  dir = join(root, String(made))
  mkdirSync(dir)
  keys = keyFiles({ dir, hasSnapshots: false })
})

const keyOf = (id: string) => readFileSync(join(dir, id)).subarray(0, 32)

async function listed(store = keys): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of store.list()) ids.push(id)
  return ids.sort()
}

describe('a key', () => {
  it('is made once, by however many at a time, and derives the HMAC of context and ID', async () => {
    await Promise.all(Array.from({ length: 8 }, () => keys.create('a')))
    const derived = await keys.derive('a', 'context/v1')
    expect(derived).toEqual(createHmac('sha256', keyOf('a')).update('context/v1a').digest())
    await keys.create('a')
    expect(await keys.derive('a', 'context/v1')).toEqual(derived)
    expect(await keys.derive('a', 'context/v2')).not.toEqual(derived)
    expect(statSync(join(dir, 'a')).mode & 0o777).toBe(0o600)
    expect(readdirSync(dir)).toEqual(['a'])
  })

  it('is overwritten in the very file that held it, and gone', async () => {
    await keys.create('a')
    const key = keyOf('a')
    const witness = join(root, `witness-${made}`)
    linkSync(join(dir, 'a'), witness) // another name of the same file
    const { method } = await examineFileSystem(dir)
    expect(await keys.destroy('a')).toMatchObject({ method, keyStore: 'files', wasPresent: true })
    expect(readFileSync(witness).includes(key)).toBe(false)
    expect(existsSync(join(dir, 'a'))).toBe(false)
    expect(await keys.derive('a', 'context/v1')).toBeNull()
  })

  it('that is destroyed again claims no more than that it is not there', async () => {
    await keys.create('a')
    await keys.destroy('a')
    expect(await keys.destroy('a')).toMatchObject({ method: 'unlinked', wasPresent: false })
  })

  it('whose destruction stopped after it was overwritten claims the same when it is repeated', async () => {
    await keys.create('a')
    const path = join(dir, 'a')
    const content = readFileSync(path)
    content.fill(7, 0, 32)
    writeFileSync(path, content, { flag: 'r+' })
    const { method } = await examineFileSystem(dir)
    expect(await keys.destroy('a')).toMatchObject({ method, wasPresent: true })
  })

  it('whose file was copied or put back claims no more than its removal: the first one may be anywhere', async () => {
    await keys.create('a')
    copyFileSync(join(dir, 'a'), join(dir, 'copy'))
    renameSync(join(dir, 'copy'), join(dir, 'a'))
    expect(await keys.destroy('a')).toMatchObject({ method: 'unlinked', wasPresent: true })
  })

  it('on a file system of which something keeps old blocks claims no more than its removal', async () => {
    const kept = keyFiles({ dir, hasSnapshots: true })
    await kept.create('a')
    expect(await kept.destroy('a')).toMatchObject({ method: 'unlinked' })
    await kept.create('b')
    expect(await keys.destroy('b')).toMatchObject({ method: 'unlinked' }) // snapshots of before
  })
})

it('while the directory is away everything waits, and nothing counts as gone', async () => {
  await keys.create('a')
  renameSync(dir, `${dir}-away`)
  for (const work of [
    () => keys.create('b'),
    () => keys.derive('a', 'context/v1'),
    () => keys.destroy('a'),
    () => listed(),
  ]) {
    const error = await work().catch((thrown: unknown) => thrown)
    expect(classifyFault(error)).toEqual({ kind: 'dependency', dependency: 'storage' })
  }
  renameSync(`${dir}-away`, dir)
  expect(await listed()).toEqual(['a'])
})

it('what a crash left without a name is removed after an hour, and a key with two names is kept', async () => {
  await keys.create('a')
  writeFileSync(join(dir, '.left'), 'half')
  linkSync(join(dir, 'a'), join(dir, '.second'))
  expect(await listed()).toEqual(['a'])
  expect(readdirSync(dir)).toHaveLength(3)
  const old = new Date(Date.now() - 2 * 3_600_000)
  for (const name of ['.left', '.second']) utimesSync(join(dir, name), old, old)
  expect(await listed()).toEqual(['a'])
  expect(readdirSync(dir)).toEqual(['a'])
  expect(await keys.derive('a', 'context/v1')).not.toBeNull()
})

it('an ID is no path', async () => {
  await expect(keys.create('../a')).rejects.toThrow('no ID')
})

const mountinfo = `22 1 259:2 / / rw,relatime shared:1 - ext4 /dev/root rw,discard
30 22 0:26 / /run rw,nosuid - tmpfs tmpfs rw,size=100k
31 22 259:3 / /var/lib/with\\040space rw - btrfs /dev/sdb rw,space_cache
32 22 259:4 / /keys rw,relatime - ext4 /dev/sdc rw,data=journal
33 32 0:40 / /keys rw - tmpfs tmpfs rw
34 22 259:5 / /keys2 rw,relatime master:5 propagate_from:2 - ext4 /dev/sdd rw,data=ordered
`

test.each([
  ['/srv/keys', 'ext4', 'overwritten'],
  ['/run/keys', 'tmpfs', 'volatile'],
  ['/runner', 'ext4', 'overwritten'],
  ['/var/lib/with space/keys', 'btrfs', 'unlinked'],
  ['/keys/a', 'tmpfs', 'volatile'],
  ['/keys2', 'ext4', 'overwritten'],
])('%s is on %s, where a key is %s', (path, type, method) => {
  const mount = mountOf(parseMounts(mountinfo), path)
  expect(mount?.type).toBe(type)
  expect(methodOn(mount, null)).toBe(method)
})

test.each([
  ['its mount', 'rw,data=journal', null],
  ['the defaults of its superblock', 'rw', ['rw', 'data=journal']],
])('ext4 that journals data, by %s, allows no claim', (_, options, all) => {
  const [mount] = parseMounts(`22 1 8:1 / / rw - ext4 /dev/sda1 ${options}`)
  expect(methodOn(mount!, all)).toBe('unlinked')
})

test.runIf(memory === '/dev/shm')('a key in memory is volatile', async () => {
  await keys.create('a')
  expect(await keys.destroy('a')).toMatchObject({ method: 'volatile', fileSystem: 'tmpfs' })
})

test('a system without mountinfo allows no claim', () => {
  expect(methodOn(mountOf(parseMounts(''), '/keys'), null)).toBe('unlinked')
})
