/**
 * Looks for destroyed keys on the raw image of their file system: how many of 40 are still there after
 * `KeyStore.destroy`, and after a mere removal, next to what the destruction claims. On ext4, ext4 that
 * keeps small files among its metadata, and ext4 whose journal takes data, by its mount or by its
 * superblock. Needs root, to mount; prints one JSON object. Fails if a key is found whose destruction
 * claims that it was overwritten. `--keys N` takes another number.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { keyFiles } from '../apps/server/src/platform/key-store/key-files.ts'

const { values } = parseArgs({ options: { keys: { type: 'string', default: '40' } } })
const COUNT = Number(values.keys)
const KEY_BYTES = 32
const IMAGE_BYTES = 64 * 1024 ** 2

const fileSystems = {
  ordered: { make: [], tune: [], mount: 'loop' },
  'inline data': {
    make: ['-b', '4096', '-O', 'inline_data', '-I', '4096', '-i', '65536'],
    tune: [],
    mount: 'loop',
  },
  'data=journal': { make: [], tune: [], mount: 'loop,data=journal' },
  'journal_data by default': { make: [], tune: ['-o', 'journal_data'], mount: 'loop' },
} as const
const ends = ['destroyed', 'removed'] as const

const root = mkdtempSync(join(tmpdir(), 'semblance-erasure-'))
const results: Record<string, unknown>[] = []
try {
  for (const name of Object.keys(fileSystems) as (keyof typeof fileSystems)[])
    for (const end of ends) results.push(await measure(name, end))
} finally {
  rmSync(root, { recursive: true, force: true })
}
console.log(JSON.stringify({ keys: COUNT, results }, null, 2))
if (results.some(({ claim, found }) => claim === 'overwritten' && found !== 0)) process.exitCode = 1

/** Makes a file system and keys on it, ends them, and counts those that its image still has. */
async function measure(name: keyof typeof fileSystems, end: (typeof ends)[number]) {
  const { make, tune, mount } = fileSystems[name]
  const [image, place] = [join(root, 'image'), join(root, 'mounted')]
  writeFileSync(image, '')
  truncateSync(image, IMAGE_BYTES)
  run('mkfs.ext4', ['-q', '-F', ...make, image])
  if (tune.length > 0) run('tune2fs', [...tune, image])
  mkdirSync(place, { recursive: true })
  run('mount', ['-o', mount, image, place])
  const ended: Awaited<ReturnType<typeof endKeys>> = { keys: [], claims: new Set(), ms: [] }
  try {
    Object.assign(ended, await endKeys(join(place, 'keys'), end))
  } finally {
    run('umount', [place])
  }
  const disk = readFileSync(image)
  const found = ended.keys.filter((key) => disk.includes(key)).length
  const medianMs = ended.ms.toSorted((a, b) => a - b)[Math.floor(COUNT / 2)]
  return { fileSystem: name, end, claim: [...ended.claims].join() || null, found, medianMs }
}

async function endKeys(dir: string, end: (typeof ends)[number]) {
  mkdirSync(dir)
  const store = keyFiles({ dir, hasSnapshots: false })
  const ids = Array.from({ length: COUNT }, (_, i) => `key-${i}`)
  const claims = new Set<string>()
  const ms: number[] = []
  for (const id of ids) await store.create(id)
  const keys = ids.map((id) => Buffer.from(readFileSync(join(dir, id)).subarray(0, KEY_BYTES)))
  run('sync', [])
  for (const id of ids) {
    const from = performance.now()
    if (end === 'destroyed') claims.add((await store.destroy(id)).method)
    else rmSync(join(dir, id))
    ms.push(Math.round((performance.now() - from) * 10) / 10)
  }
  run('sync', [])
  return { keys, claims, ms }
}

function run(command: string, words: readonly string[]): void {
  const { status, stderr } = spawnSync(command, [...words], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`)
}
