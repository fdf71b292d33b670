import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { seededRandom } from '../random/seeded-random.ts'
import { EXIT_CODES } from './exit-codes.ts'
import { runCommand } from './run-command.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'command-test-'))
afterAll(() => rmSync(dir, { recursive: true }))

let place = ''
beforeEach(() => {
  place = mkdtempSync(path.join(dir, 'place-'))
})
const at = (...names: string[]) => path.join(place, ...names)

/** `rows` people whose income goes with their city; written to `name`. */
function writePeople(name: string, rows = 300, seed = 1): string {
  const random = seededRandom(seed)
  const below = (bound: number) => random.nextUint32() % bound
  const lines = ['city,age,income,visits']
  for (let i = 0; i < rows; i++) {
    const isOslo = below(3) === 0
    lines.push(
      `${isOslo ? 'Oslo' : 'Rome'},${20 + below(50)},${(isOslo ? 500 : 90) + below(90)},${below(9)}`,
    )
  }
  writeFileSync(at(name), `${lines.join('\n')}\n`)
  return at(name)
}

const PEOPLE_SCHEMA = `tables:
  people:
    columns:
      city: { kind: category, values: [Oslo, Rome] }
      age: { kind: integer, min: 0, max: 120 }
      income: { kind: integer, min: 0, max: 1000 }
      visits: { kind: integer, min: 0, max: 20 }
`

async function run(words: string[], options: { isWatched?: boolean; signal?: AbortSignal } = {}) {
  let [out, error] = ['', '']
  const code = await runCommand(words, {
    out: (text) => {
      out += text
    },
    error: (text) => {
      error += text
    },
    isWatched: options.isWatched ?? false,
    signal: options.signal ?? new AbortController().signal,
  })
  return { code, out, error }
}

test('a table becomes a twin and a report, and what that takes is said before', async () => {
  const input = writePeople('people.csv')
  const words = [
    'synthesize',
    input,
    '--out',
    at('twin.csv'),
    '--rows',
    '120',
    '--report',
    at('report.json'),
  ]
  const { code, out, error } = await run(words)
  expect({ code, error }).toMatchObject({ code: EXIT_CODES.done })
  expect(out).toContain('120 rows x 4 columns')
  expect(error).toMatch(/^people: 300 rows x 4 columns, about \d+ s and \d+ MB/)
  expect(error).not.toContain('█')
  expect(readFileSync(at('twin.csv'), 'utf8').trim().split('\n')).toHaveLength(121)
  const [table] = JSON.parse(readFileSync(at('report.json'), 'utf8')).tables
  expect(table.published.rows.synthetic).toBe(120)
  expect(table.internal.rows.train).toBeGreaterThan(200)
  expect(readdirSync(place).sort()).toEqual(['people.csv', 'report.json', 'twin.csv'])
})

test('a buyer’s report has the published part alone, and several tables go to a directory', {
  tags: 'long',
}, async () => {
  mkdirSync(at('originals'))
  const inputs = [writePeople('a.csv'), writePeople('b.csv')]
  const report = ['--report', at('report.html'), '--audience', 'buyer']
  const { code } = await run(['synthesize', ...inputs, '--out', at('twins'), ...report])
  expect(code).toBe(EXIT_CODES.done)
  expect(readdirSync(at('twins')).sort()).toEqual(['a.csv', 'b.csv'])
  const page = readFileSync(at('report.html'), 'utf8')
  expect(page).toContain('For buyers')
  expect(page).not.toContain('Privacy budget<')
  expect(page).not.toContain('Attacks<')
})

test('what an earlier run spent adds up, and a file that is no report is refused', {
  tags: 'long',
}, async () => {
  const input = writePeople('people.csv')
  const once = ['synthesize', input, '--out', at('twin.csv'), '--report']
  const privacyOf = (name: string) =>
    JSON.parse(readFileSync(at(name), 'utf8')).tables[0].published.privacy
  await run([...once, at('first.json'), '--audience', 'buyer'])
  const before = (name: string) => ['--spent-before', at(name)]
  await run([...once, at('third.json'), ...before('first.json'), ...before('first.json')])
  const [first, third] = ['first.json', 'third.json'].map(privacyOf)
  expect(third.allRuns.rhoSpent).toBeCloseTo(2 * first.rhoSpent + third.rhoSpent, 12)
  writeFileSync(at('other.json'), '{"tables":[{"name":"people","published":{}}]}')
  for (const name of ['other.json', 'people.csv']) {
    const refused = await run([...once, at('fourth.json'), ...before(name)])
    expect(refused).toMatchObject({ code: EXIT_CODES.refused, out: '' })
    expect(refused.error).toContain(`${name} is no report of an earlier run`)
  }
  expect(readdirSync(place)).not.toContain('fourth.json')
})

test('a table is measured once, and twins are drawn without it', { tags: 'long' }, async () => {
  const input = writePeople('people.csv')
  const model = at('people.semblance')
  // Declared, because few rows may vote "city" a key, on which no condition can be set.
  writeFileSync(at('people.yaml'), PEOPLE_SCHEMA)
  const words = ['--schema', at('people.yaml'), '--epsilon', '2']
  const measured = await run(['measure', input, '--out', model, ...words])
  expect(measured.out).toMatch(/people: epsilon 2 per row, rho 0\.\d+ of it spent/)
  rmSync(input)
  const draw = (out: string, ...more: string[]) =>
    run(['sample', model, '--out', at(out), '--rows', '50', '--seed', '7', ...more])
  const answer = (out: string) => ({
    code: EXIT_CODES.done,
    out: `${at(out)}: 50 rows, at no further cost of privacy\n`,
    error: '',
  })
  expect(await draw('one.csv')).toEqual(answer('one.csv'))
  expect(await draw('again.csv')).toEqual(answer('again.csv'))
  const read = (name: string) => readFileSync(at(name), 'utf8')
  expect(read('again.csv')).toBe(read('one.csv'))
  const where = ['--where', 'city=Oslo', '--where', 'age>=30']
  expect(await draw('oslo.csv', ...where)).toEqual(answer('oslo.csv'))
  const oslo = read('oslo.csv').trimEnd().split('\n').slice(1)
  expect(oslo).toHaveLength(50)
  expect(oslo.every((row) => row.startsWith('Oslo,') && Number(row.split(',')[1]) >= 30)).toBe(true)
})

test('a twin is compared with the model alone, and attacks are not judged', {
  tags: 'long',
}, async () => {
  const input = writePeople('people.csv', 4000)
  const model = at('people.semblance')
  await run(['measure', input, '--out', model])
  await run(['sample', model, '--out', at('twin.csv')])
  rmSync(input)
  const report = at('report.json')
  const words = ['evaluate', '--against-model', model, at('twin.csv'), '--report', report]
  const compared = await run(words)
  expect({ ...compared, out: '' }).toEqual({ code: EXIT_CODES.done, out: '', error: '' })
  expect(compared.out).toMatch(/^people\n {2}Rows +[34],\d{3}; measured were about 3,\d{3}\n/)
  expect(compared.out).toMatch(
    /Accuracy +\d\d\.\d% \(with 95% confidence between [\d.]+% and (99|100)\./,
  )
  expect(compared.out).toContain('attacks on privacy, which need the original')
  const [table] = JSON.parse(readFileSync(report, 'utf8')).tables
  expect(table.columns.map(({ name }: { name: string }) => name)).toEqual([
    'city',
    'age',
    'income',
    'visits',
  ])
  expect(table.accuracy.overall.value).toBeGreaterThan(0.9)
})

test('a model of an earlier run counts with all that the run has spent, its report included', {
  tags: 'long',
}, async () => {
  const input = writePeople('people.csv')
  const [model, report] = [at('people.semblance'), at('first.json')]
  await run(['synthesize', input, '--out', at('a.csv'), '--model', model, '--report', report])
  const spentBefore: number[] = []
  for (const before of [report, model]) {
    const second = at('second.json')
    const words = ['--spent-before', before, '--report', second]
    expect((await run(['synthesize', input, '--out', at('b.csv'), ...words])).code).toBe(0)
    const { privacy } = JSON.parse(readFileSync(second, 'utf8')).tables[0].published
    spentBefore.push(privacy.allRuns.rhoSpent - privacy.rhoSpent)
  }
  expect(spentBefore[1]).toBeCloseTo(spentBefore[0]!, 12)
})

test.each([
  [['measure', 'people.csv', '--out', 'people.json'], /A model is written as \.semblance/, 2],
  [['sample'], /sample takes one model/, 2],
  [['evaluate', '--against-model', 'm.semblance'], /name its file/, 2],
  [
    ['evaluate', '--against-model', 'm.semblance', 'x.csv', '--target', 'age'],
    /takes neither --holdout, --target nor --schema/,
    2,
  ],
  [
    ['evaluate', '--against-model', 'm.semblance', 'x.csv', '--report', 'r.html'],
    /a report is written as \.json/,
    2,
  ],
  [['sample', 'm.semblance', '--out', 'x.csv', '--seed', '1.5'], /--seed takes a whole number/, 2],
  [['sample', 'm.semblance', '--out', 'x.csv', '--where', 'age'], /--where takes a condition/, 2],
  [['sample', 'people.csv', '--out', 'x.csv'], /cannot be read as a model/, 1],
])('%j is refused with the reason', async (words, reason, code) => {
  writePeople('people.csv')
  const placed = words.map((word) => (/\.[a-z]+$/.test(word) ? at(word) : word))
  const refused = await run(placed)
  expect(refused.error).toMatch(reason)
  expect(refused.code).toBe(code)
  expect(readdirSync(place)).toEqual(['people.csv'])
})

test('what is watched shows a bar, and clears it', { tags: 'long' }, async () => {
  const words = ['synthesize', writePeople('people.csv'), '--out', at('twin.csv')]
  const { error } = await run(words, { isWatched: true })
  expect(error).toMatch(/█+░+ {2}\d\d % (reading|measuring) people/)
  // Notes may follow on lines of their own; they depend on the run's noise.
  expect(error.split('\r\x1b[2K').at(-1)).not.toMatch(/[█░]/)
})

test('a dry run says what the run would take and writes nothing', async () => {
  const { code, out } = await run(['synthesize', writePeople('people.csv'), '--dry-run'])
  expect(code).toBe(EXIT_CODES.done)
  expect(out).toContain('people: 300 rows x 4 columns')
  expect(readdirSync(place)).toEqual(['people.csv'])
})

test('an entity’s cap leaves fewer rows to learn from, and a dry run says so', async () => {
  const visits = Array.from({ length: 400 }, (_, i) => `${i % 20},${i % 7},${(i * i) % 50}`)
  writeFileSync(at('visits.csv'), `patient,ward,cost\n${visits.join('\n')}\n`)
  const entity = 'tables: { visits: { entity: { column: patient, maxRows: 2 } } }'
  writeFileSync(at('visits.yaml'), entity)
  const words = ['synthesize', at('visits.csv'), '--schema', at('visits.yaml'), '--dry-run']
  const { out } = await run(words)
  expect(out).toContain('visits: 400 rows x 3 columns')
  expect(out).toContain('40 rows are few')
  expect(out).toContain('leaves 10% of the rows to learn from')
})

test('what inspect prints is a schema that synthesize takes', { tags: 'long' }, async () => {
  const input = writePeople('people.csv')
  const { code, out } = await run(['inspect', input])
  expect(code).toBe(EXIT_CODES.done)
  writeFileSync(at('people.yaml'), out)
  const words = ['synthesize', input, '--schema', at('people.yaml'), '--out', at('twin.csv')]
  expect(await run(words)).toMatchObject({ code: EXIT_CODES.done })
})

test('a copy is found out by evaluate', async () => {
  const [real, held] = [writePeople('real.csv'), writePeople('held.csv', 300, 2)]
  const report = ['--report', at('report.html')]
  const { code, out } = await run(['evaluate', real, real, '--holdout', held, ...report])
  expect(code).toBe(EXIT_CODES.done)
  expect(out).toMatch(/^Rows +300\n/)
  expect(out).toMatch(/Quality score +100\.0 of 100: agrees to \d\d\.\d%/)
  expect(out).toContain('Privacy                    Not passed: ')
  expect(readFileSync(at('report.html'), 'utf8')).toContain('Evaluation of real')
})

test.each([
  [['synthesise', 'a.csv'], 'did you mean "synthesize"'],
  [['synthesize'], 'No input'],
  [['synthesize', 'a.csv'], '--out'],
  [['synthesize', 'a.csv', '--out'], '--out needs a value'],
  [['synthesize', 'a.csv', '--out', 'b.csv', '--epsilom', '1'], 'did you mean "--epsilon"'],
  [['synthesize', 'a.csv', '--out', 'b.csv', '--epsilon', 'x'], '--epsilon takes a number'],
  [['synthesize', 'a.csv', '--out', 'b.csv', '--mode', 'fast'], '--mode is private or protected'],
  [['synthesize', 'a.csv', '--out', 'b.csv', '--report', 'r.pdf'], '.json or .html'],
  [
    ['synthesize', 'a.csv', '--out', 'b.csv', '--audience', 'buyer'],
    '--audience belongs to --report',
  ],
  [['synthesize', 'postgres://u:secret@host/db', '--out', 'b.csv'], '--table'],
  [['measure', 'trino://u@host/lake/shop', '--out', 'b.semblance'], '--table'],
  [['synthesize', 'a.csv', '--table', 't', '--out', 'b.csv'], '--table belongs to a database'],
  [['inspect', 'postgres://host/db', 'a.csv', '--table', 't'], 'only input'],
  [['evaluate', 'a.csv'], 'takes two files'],
])('%j makes no sense and is told why', async (words, message) => {
  const { code, error, out } = await run(words)
  expect({ code, out }).toEqual({ code: EXIT_CODES.usage, out: '' })
  expect(error).toContain(message)
  expect(error).not.toContain('secret')
})

test('a refused input, option or place leaves nothing behind', async () => {
  const input = writePeople('people.csv', 20)
  const out = ['--out', at('twin.csv')]
  const cases: [string[], number, string][] = [
    [[input, ...out], EXIT_CODES.refused, 'at least 100'],
    [[writePeople('more.csv'), '--epsilon', '50', ...out], EXIT_CODES.refused, 'at most 20'],
    [[input, '--out', input], EXIT_CODES.refused, 'is the input'],
    [[at('absent.csv'), ...out], EXIT_CODES.failed, 'absent.csv is not there'],
  ]
  for (const [words, code, message] of cases) {
    const refused = await run(['synthesize', ...words])
    expect(refused).toMatchObject({ code, out: '' })
    expect(refused.error).toContain(message)
  }
  expect(readdirSync(place).sort()).toEqual(['more.csv', 'people.csv'])
})

test('several tables do not go into one file', async () => {
  writeFileSync(at('twins'), 'kept')
  const inputs = [writePeople('a.csv'), writePeople('b.csv')]
  const { code, error } = await run(['synthesize', ...inputs, '--out', at('twins')])
  expect(code).toBe(EXIT_CODES.refused)
  expect(error).toContain('has to be a directory')
  expect(readFileSync(at('twins'), 'utf8')).toBe('kept')
})

test.each([[['inspect', '--help']], [['synthesize', '--help']], [['evaluate', '-h']]])(
  '%j helps',
  async (words) => {
    const { code, out } = await run(words)
    expect(code).toBe(EXIT_CODES.done)
    expect(out).toContain('semblance')
    expect(out.split('\n').every((line) => line.length <= 110)).toBe(true)
  },
)
