import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { shopOf, shopSchema, writeShop } from '../../../testing/shop.ts'
import { isLong } from '../../../testing/test-length.ts'
import { decodeValue, encodeValue } from '../../model/released/encode-values.ts'
import { type RandomSource, uniformBelow } from '../../random/random-source.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { readEntry, withZip } from '../../read/zip-archive.ts'
import { declaredSchema } from '../../schema/declared-schema.ts'
import { SynthesisError } from '../../schema/synthesis-error.ts'
import { measure } from '../synthesize.ts'
import { evaluateAgainstModel } from './evaluate-against-model.ts'
import { readModel, writeModel } from './model-file.ts'
import { sample } from './sample.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'model-file-test-'))
afterAll(() => rmSync(dir, { recursive: true }))
const newDir = () => mkdtempSync(path.join(dir, 'd-'))

/** The entries of a model file, by name. */
type Entries = Map<string, string>

const models: Record<'family' | 'series' | 'protected', Entries> = {
  family: new Map(),
  series: new Map(),
  protected: new Map(),
}

beforeAll(async () => {
  const { customers, orders } = shopOf(300)
  const shop = { customers, orders }
  const inputPaths = writeShop(newDir(), shop)
  const schema = shopSchema(['customers', 'orders'])
  models.family = await measuredEntries({ inputPaths, schema })
  models.protected = await measuredEntries({ inputPaths, schema, mode: 'protected' })
  const file = path.join(newDir(), 'readings.csv')
  const rows = Array.from({ length: 800 }, (_, i) => `${['a', 'b'][i % 2]},${i >> 1},${i % 7}`)
  writeFileSync(file, ['device,time,value', ...rows].join('\n'))
  const tables = { readings: { series: { time: 'time', device: 'device' } } }
  models.series = await measuredEntries({
    inputPaths: [file],
    schema: declaredSchema.parse({ tables }),
  })
})

async function measuredEntries(
  input: Pick<Parameters<typeof measure>[0], 'inputPaths' | 'schema' | 'mode'>,
) {
  const model = await measure({ ...input, epsilon: 5, tempDir: dir, random: seededRandom(1) })
  const file = path.join(newDir(), 'm.semblance')
  await writeModel(model, file)
  const entries: Entries = new Map()
  await withZip(file, async (archive) => {
    for (const [name, entry] of archive.entries) {
      const chunks: Buffer[] = []
      for await (const chunk of readEntry(archive, entry)) chunks.push(chunk)
      entries.set(name, Buffer.concat(chunks).toString('utf8'))
    }
  })
  return entries
}

/** Writes entries as a model file, under the hashes that they have: as its maker would. */
async function fileOf(entries: Entries, { isHashed = true } = {}): Promise<string> {
  const manifest = JSON.parse(entries.get('manifest.json')!)
  const { createHash } = await import('node:crypto')
  for (const { tables } of isHashed ? manifest.families : [])
    for (const table of tables)
      table.sha256 = createHash('sha256')
        .update(entries.get(table.entry) ?? '')
        .digest('hex')
  const zip = new ZipFile()
  for (const [name, text] of new Map([...entries, ['manifest.json', JSON.stringify(manifest)]]))
    zip.addBuffer(Buffer.from(text), name)
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  const file = path.join(newDir(), 'm.semblance')
  writeFileSync(file, Buffer.concat(chunks))
  return file
}

const changed = (entries: Entries, name: string, text: string): Entries =>
  new Map([...entries, [name, text]])

const withManifest = (change: Record<string, unknown>): Entries =>
  changed(
    models.family,
    'manifest.json',
    JSON.stringify({ ...JSON.parse(models.family.get('manifest.json')!), ...change }),
  )

test.each<[string, string, () => Promise<string>]>([
  ['a newer form', 'model_too_new', () => fileOf(withManifest({ format: 2, more: true }))],
  ['an unknown form', 'model_unreadable', () => fileOf(withManifest({ format: 'two' }))],
  [
    'a file of something else',
    'model_unreadable',
    async () => {
      const file = path.join(newDir(), 'm.semblance')
      writeFileSync(file, 'name,age\nAnn,3\n')
      return file
    },
  ],
  [
    'a truncated file',
    'model_unreadable',
    async () => {
      const file = await fileOf(models.family)
      writeFileSync(file, readFileSync(file).subarray(0, statSync(file).size - 100))
      return file
    },
  ],
  [
    'a table that is missing',
    'model_unreadable',
    () => {
      const entries = new Map(models.family)
      entries.delete('tables/2.json')
      return fileOf(entries)
    },
  ],
  [
    'another table than was written',
    'model_unreadable',
    () => {
      const other = models.family.get('tables/1.json')!.replace(/"rows?"/, '"x"')
      return fileOf(changed(models.family, 'tables/1.json', `${other} `), { isHashed: false })
    },
  ],
  [
    'infinite counts',
    'model_unreadable',
    () => {
      const text = models.family.get('tables/1.json')!
      const endless = text.replace(/("counts":\{"\$":"Float64Array","of":\[)[^,\]]+/, '$11e999')
      expect(endless).not.toBe(text)
      return fileOf(changed(models.family, 'tables/1.json', endless))
    },
  ],
  [
    'no word of what it has cost',
    'model_unreadable',
    () => {
      const { families } = JSON.parse(models.family.get('manifest.json')!)
      return fileOf(
        withManifest({ families: families.map((of: object) => ({ ...of, privacy: null })) }),
      )
    },
  ],
  [
    'a row of any length',
    'model_unreadable',
    () => {
      const text = models.family.get('tables/1.json') ?? ''
      const long = text.replace(/"nullToken":"/, `$&${'x'.repeat(2001)}`)
      return fileOf(changed(models.family, 'tables/1.json', long))
    },
  ],
  ...['../up', '..', '.hidden', 'a/b', 'a\\b', 'a\nb', 'é'.repeat(101), 'ORDERS'].map(
    (name): [string, string, () => Promise<string>] => [
      `a table named ${JSON.stringify(name.slice(0, 10))}`,
      'model_unreadable',
      () => {
        const { families } = JSON.parse(models.family.get('manifest.json') ?? '')
        families[0].tables.find((of: { name: string }) => of.name === 'customers').name = name
        return fileOf(withManifest({ families }))
      },
    ],
  ),
])('refuses %s', async (_, code, file) => {
  await expect(readModel(await file())).rejects.toMatchObject({ name: 'SynthesisError', code })
})

test('twins beyond their limits are refused, whatever number of rows a child states', async () => {
  const model = await readModel(await fileOf(models.family))
  const [parent, child] = model.families[0]?.tables ?? []
  if (!parent || !child) throw new Error('no family')
  child.model.total.count = 1
  const values = 200 * parent.model.schemas.length
  for (const limits of [
    { values: values - 1, bytes: 1e9 },
    { values: values + child.model.schemas.length, bytes: 1e9 },
    { values: 1e9, bytes: 1000 },
  ]) {
    const outputDir = newDir()
    const drawn = sample({ model, outputDir, rows: 200, limits })
    await expect(drawn).rejects.toMatchObject({ name: 'SynthesisError', code: 'too_large' })
    expect(readdirSync(outputDir)).toEqual([])
  }
  const limits = { values: 1e9, bytes: 1e9 }
  expect(await sample({ model, outputDir: newDir(), rows: 200, limits })).toHaveLength(2)
})

test('a model tells no more of rare values than a twin', async () => {
  const places = Array.from({ length: 3000 }, (_, i) =>
    i < 40 ? `rare-${i}` : `b${i % 2 ? 'Oslo' : 'Rome'}`,
  )
  const file = path.join(newDir(), 'places.csv')
  writeFileSync(file, ['place,size', ...places.map((place, i) => `${place},${i % 9}`)].join('\n'))
  const columns = { place: { kind: 'category' as const } }
  const schema = declaredSchema.parse({ tables: { places: { columns } } })
  const entries = await measuredEntries({ inputPaths: [file], schema })
  const text = [...entries.values()].join('')
  expect(text).toContain('bOslo')
  expect(text).not.toContain('rare-')
  // The place of a label among all values of the original would say how many there are.
  expect(text).not.toContain('"codes"')
})

/** Values that a forger may write anywhere. */
const FORGED: unknown[] = [
  -1,
  0.5,
  1e300,
  Number.NaN,
  Infinity,
  3,
  'x',
  null,
  [],
  {},
  true,
  new Map(),
  Int32Array.of(7),
]

const FORGERIES = isLong ? 60 : 10

/** Replaces one value somewhere in a tree of values. */
function forge(value: unknown, random: RandomSource): unknown {
  const keys =
    value instanceof Map
      ? [...value.keys()]
      : typeof value === 'object' && value !== null
        ? Object.keys(value)
        : []
  if (keys.length === 0) return FORGED[uniformBelow(random, FORGED.length)]
  const key = keys[uniformBelow(random, keys.length)]!
  if (value instanceof Map) return new Map(value).set(key, forge(value.get(key), random))
  if (ArrayBuffer.isView(value)) {
    const numbers = [-1, 7, 300, 65_535, 1e9, 0.5]
    const copy = (value as Int32Array).slice(0, uniformBelow(random, 4) === 0 ? -1 : undefined)
    copy[Number(key)] = numbers[uniformBelow(random, numbers.length)]!
    return copy
  }
  const own = value as Record<PropertyKey, unknown>
  const changedValue = forge(own[key], random)
  if (Array.isArray(value)) return value.with(Number(key), changedValue)
  return { ...own, [key]: changedValue }
}

test.each(['family', 'series', 'protected'] as const)(
  'a forged %s is refused, or draws a table and is compared with it: nothing else happens',
  { tags: 'scaled' },
  async (kind) => {
    const random = seededRandom(11)
    const names = [...models[kind].keys()].filter((name) => name.startsWith('tables/'))
    let refused = 0
    for (let i = 0; i < FORGERIES; i++) {
      const name = names[i % names.length]!
      const forged = encodeValue(forge(decodeValue(models[kind].get(name)!), random))
      const file = await fileOf(changed(models[kind], name, forged))
      try {
        const model = await readModel(file)
        const outputDir = newDir()
        const twins = await sample({ model, outputDir, rows: 40, random: seededRandom(i) })
        const compared = { model, twins: twins.map((twin) => twin.path), tempDir: dir }
        for (const { accuracy } of await evaluateAgainstModel(compared)) {
          expect(accuracy.overall.low).toBeGreaterThanOrEqual(0)
          expect(accuracy.overall.high).toBeLessThanOrEqual(1)
        }
      } catch (error) {
        expect(error, forged.slice(0, 300)).toBeInstanceOf(SynthesisError)
        refused++
      }
    }
    expect(refused).toBeGreaterThan(FORGERIES / 3)
  },
)
