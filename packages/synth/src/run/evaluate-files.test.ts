import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { evaluateFiles, seededRandom } from '../index.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'evaluate-test-'))
afterAll(() => rmSync(dir, { recursive: true }))

function write(name: string, content: string | Buffer): string {
  const file = path.join(dir, name)
  writeFileSync(file, content)
  return file
}

const ROWS = 250

const census = (name: string, rows: number) => {
  const gz = new URL(`../../testdata/census2k-${name}.csv.gz`, import.meta.url)
  const lines = gunzipSync(readFileSync(gz)).toString('utf8').split(/\r?\n/)
  return write(`${name}.csv`, `${lines.slice(0, rows + 1).join('\n')}\n`)
}
const real = census('trn', ROWS)
const holdout = census('hol', ROWS)
const synthetic = census('syn_mostly', ROWS)

let judged: ReturnType<typeof evaluateFiles> | undefined
const withoutHoldout = () => {
  judged ??= evaluateFiles({ real, synthetic, tempDir: dir, target: 'sex' })
  return judged
}

test('a synthetic file is judged against the real one and held-out rows, the same every time', {
  tags: 'long',
}, async () => {
  const fractions: number[] = []
  const evaluate = () =>
    evaluateFiles({ real, synthetic, holdout, tempDir: dir, onProgress: (f) => fractions.push(f) })
  const first = await evaluate()
  expect(first.name).toBe('trn')
  expect(first.recordCount).toBe(ROWS)
  expect(first.evaluation.rows).toEqual({ train: ROWS, holdout: ROWS, twin: ROWS })
  expect(first.evaluation.privacy!.attacks).toHaveLength(20)
  expect(first.evaluation.columns[1]!.plot).toMatchObject({ type: 'categories' })
  expect((first.evaluation.columns[1]!.plot as { labels: string[] }).labels[0]).toBe('Private')
  expect(fractions).toEqual([...fractions].sort((a, b) => a - b))
  expect(fractions.at(-1)).toBe(1)
  expect(await evaluate()).toEqual(first)
  expect(readdirSync(dir).filter((name) => name.startsWith('evaluation-'))).toEqual([])
})

test('without held-out rows there is fidelity, and nothing is said of privacy', async () => {
  const { evaluation } = await withoutHoldout()
  expect(evaluation.privacy).toBeNull()
  expect(evaluation.sdmetrics.ceiling).toBeNull()
  expect(evaluation.efficacy!.targets.map(({ column }) => column)).toEqual(['sex'])
})

test('columns go by their names, in whatever order a file has them', { tags: 'long' }, async () => {
  const lines = readFileSync(synthetic, 'utf8').trim().split('\n')
  const turned = lines.map((line) => line.split(',').reverse().join(','))
  const reversed = write('reversed.csv', `${turned.join('\n')}\n`)
  const { evaluation } = await evaluateFiles({
    real,
    synthetic: reversed,
    tempDir: dir,
    target: 'sex',
  })
  expect(evaluation.summary).toEqual((await withoutHoldout()).evaluation.summary)
})

test('a file without the columns and a target that is none are refused', {
  tags: 'long',
}, async () => {
  const narrow = write('narrow.csv', `age,sex\n${'31,Male\n45,Female\n'.repeat(60)}`)
  await expect(evaluateFiles({ real, synthetic: narrow, tempDir: dir })).rejects.toMatchObject({
    code: 'invalid_options',
    message: expect.stringContaining('narrow.csv lacks columns of the real table: "workclass"'),
  })
  await expect(
    evaluateFiles({ real, synthetic, tempDir: dir, target: 'salary' }),
  ).rejects.toMatchObject({ code: 'invalid_options' })
})

test('an aborted evaluation says so', async () => {
  const signal = AbortSignal.abort()
  await expect(evaluateFiles({ real, synthetic, tempDir: dir, signal })).rejects.toMatchObject({
    code: 'aborted',
  })
})

/** People with an e-mail address, a note, and categories; a third of them has `contact` as theirs. */
function people(
  rows: number,
  seed: number,
  { email = 'corp.test', contact = 'sales' } = {},
): string {
  const random = seededRandom(seed)
  const below = (bound: number) => random.nextUint32() % bound
  const lines = ['email,age,city,contact,note']
  for (let i = 0; i < rows; i++) {
    const city = ['Rome', 'Oslo', 'Lima'][below(3)]!
    const note = `note ${seed} ${i} on what this very person said to us on the phone that day`
    lines.push(
      `p${i}@${email},${20 + below(50)},${city},${['support', 'sales', contact][below(3)]},${note}`,
    )
  }
  return `${lines.join('\n')}\n`
}

test('identifiers, free text and personal categories of the original are found in a twin', {
  tags: 'long',
}, async () => {
  const original = write('people.csv', people(150, 1, { contact: 'desk@corp.test' }))
  const unseen = write('unseen.csv', people(150, 2))
  const scan = async (csv: string) => {
    const file = write('twin.csv', csv)
    const options = { real: original, synthetic: file, holdout: unseen, tempDir: dir }
    return (await evaluateFiles(options)).evaluation.privacy!.personalData!
  }
  expect(await scan(people(120, 3, { email: 'example.com' }))).toEqual({
    columns: [
      { name: 'email', shared: 0, expected: 0 },
      { name: 'note', shared: 0, expected: 0 },
    ],
    sharedRows: 0,
    identifiers: 0,
    pass: true,
  })
  const leaked = await scan(people(30, 1, { contact: 'desk@corp.test' }))
  expect(leaked.columns.map(({ shared }) => shared)).toEqual([30, 30])
  expect(leaked.sharedRows).toBe(30)
  expect(leaked.identifiers).toBe(1)
  expect(leaked.pass).toBe(false)
})
