import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter(Boolean)

/** Most files of a folder, lines of a file and lines of a function, before it is read as more than one thing. */
const MAX_FILES = 25
const MAX_LINES = 300
const MAX_FUNCTION_LINES = 60

/** Folders that are larger, each with its reason. */
const largeFolders: Record<string, string> = {
  'apps/server/migrations': 'one file a migration, in order of time',
  'apps/web/src/components/ui': 'one control a file, like the library it follows',
  'docs/decisions': 'one record a decision, in order of time',
  'packages/synth/src/evaluate/fidelity': 'one measure a file',
  'packages/synth/src/run': 'the journeys of the engine are tested where they start',
}

test('folders stay small enough to be taken in at a glance', () => {
  const sizes = Map.groupBy(files, dirname)
  const large = [...sizes]
    .filter(([, inside]) => inside.length > MAX_FILES)
    .map(([folder]) => folder)
  expect(large.sort()).toEqual(Object.keys(largeFolders).sort())
})

test('files stay short enough to do one thing', () => {
  const long = files
    .filter((file) => /\.tsx?$/.test(file) && !/\.gen\.ts$|\.test\.tsx?$/.test(file))
    .filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length > MAX_LINES + 1)
  expect(long).toEqual([])
})

test('functions of the server and the packages stay short enough to do one thing', () => {
  const long = files
    .filter((file) => /^(apps\/server|packages\/[^/]+)\/src\/.*\.ts$/.test(file))
    .filter((file) => !/\.gen\.ts$|\.test\.ts$/.test(file))
    .flatMap((file) => factsOf(file).long)
  expect(long).toEqual([])
})

test('the long form runs each component test whose helpers have one', () => {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const script: string = JSON.parse(read('package.json')).scripts['test:long:components']
  const isRun = new RegExp(/grep -rlE "([^"]+)"/.exec(script)?.[1] ?? '^$')
  const helpers = files
    .filter((file) => /^apps\/web\/testing\/[^/]+\.tsx?$/.test(file))
    .filter((file) => read(file).includes('./test-length.ts'))
    .map((file) => file.replace('apps/web/testing/', '@testing/'))
  const left = files
    .filter((file) => /^apps\/web\/.*\.component\.test\.tsx$/.test(file))
    .filter(
      (file) => helpers.some((helper) => read(file).includes(helper)) && !isRun.test(read(file)),
    )
  expect(helpers).not.toEqual([])
  expect(left).toEqual([])
})

/** Lists the long functions of a file by their first lines, and counts its `!` assertions. */
type Facts = { long: string[]; assertions: number }
const known = new Map<string, Facts>()

/** Parses a file once, and only if it is long enough for a long function or has a `!` behind a value. */
function factsOf(file: string): Facts {
  const facts = known.get(file) ?? { long: [], assertions: 0 }
  if (known.has(file)) return facts
  known.set(file, facts)
  const text = readFileSync(join(root, file), 'utf8')
  const mayBeLong = text.split('\n').length > MAX_FUNCTION_LINES
  const mayAssert = /[^\s!&|=(,:;?[{<+-]!(?!=)/.test(text)
  if (!mayBeLong && !mayAssert) return facts
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  const lineOf = (at: number) => source.getLineAndCharacterOfPosition(at).line
  const visit = (node: ts.Node, isLong: boolean) => {
    if (ts.isNonNullExpression(node)) facts.assertions += 1
    const first = isLong ? lineOf(node.getStart(source)) : 0
    const isStillLong = isLong && lineOf(node.end) - first + 1 > MAX_FUNCTION_LINES
    if (isStillLong && ts.isFunctionLike(node)) facts.long.push(`${file}:${first + 1}`)
    if (isStillLong || mayAssert) ts.forEachChild(node, (child) => visit(child, isStillLong))
  }
  ts.forEachChild(source, (node) => visit(node, mayBeLong))
  return facts
}

/** Counts `!` assertions that are left in source; a number may only fall. */
const assertions = {
  'apps/server': 297,
  'apps/web': 11,
  'packages/client': 0,
  'packages/command': 0,
  'packages/contract': 14,
  'packages/plots': 0,
  'packages/synth': 1282,
}

test('ever fewer values are asserted to be there', () => {
  const counted = Object.keys(assertions).map((folder) => {
    const count = files
      .filter((file) => file.startsWith(`${folder}/src/`) && /\.tsx?$/.test(file))
      .filter((file) => !/\.gen\.ts$|\.test\.tsx?$/.test(file))
      .map((file) => factsOf(file).assertions)
      .reduce((sum, one) => sum + one, 0)
    return [folder, count]
  })
  expect(Object.fromEntries(counted)).toEqual(assertions)
})

test('the modules of the server import each other without a cycle', () => {
  const source = 'apps/server/src/'
  const moduleOf = (file: string) =>
    file.match(/^(?:(?:core|people|market|money|delivery|overview)\/[^/]+|sample-data)(?=\/)/)?.[0]
  const imports = new Map<string, Set<string>>()
  for (const file of files) {
    const from = file.startsWith(source) && moduleOf(file.slice(source.length))
    if (!from || !file.endsWith('.ts') || file.endsWith('.test.ts')) continue
    const text = readFileSync(join(root, file), 'utf8')
    for (const [, path] of text.matchAll(/(?:from|import\(?) ?'(\.[^']+)'/g)) {
      const to = moduleOf(join(dirname(file), path ?? '').slice(source.length))
      if (to && to !== from) imports.set(from, (imports.get(from) ?? new Set()).add(to))
    }
  }
  expect(imports.size).toBeGreaterThan(30)
  // Modules that import nothing that is left are taken away until none is left, or a cycle.
  for (let free: string[] = []; ; ) {
    free = [...imports].filter(([, to]) => ![...to].some((one) => imports.has(one))).map(([m]) => m)
    if (free.length === 0) break
    for (const module of free) imports.delete(module)
  }
  expect([...imports.keys()]).toEqual([])
})
