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
    .flatMap(longFunctions)
  expect(long).toEqual([])
})

/** Names the long functions of a file by their first lines. */
function longFunctions(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  const lineOf = (at: number) => source.getLineAndCharacterOfPosition(at).line
  const long: string[] = []
  const visit = (node: ts.Node) => {
    const first = lineOf(node.getStart(source))
    const lines = lineOf(node.end) - first + 1
    if (lines <= MAX_FUNCTION_LINES) return
    if (ts.isFunctionLike(node)) long.push(`${file}:${first + 1}`)
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(source, visit)
  return long
}

/** Counts `!` assertions that are left in source; a number may only fall. */
const assertions = {
  'apps/server': 297,
  'apps/web': 11,
  'packages/client': 0,
  'packages/command': 0,
  'packages/contract': 14,
  'packages/plots': 0,
  'packages/synth': 1283,
}

test('ever fewer values are asserted to be there', () => {
  const counted = Object.keys(assertions).map((folder) => {
    const count = files
      .filter((file) => file.startsWith(`${folder}/src/`) && /\.tsx?$/.test(file))
      .filter((file) => !/\.gen\.ts$|\.test\.tsx?$/.test(file))
      .map(countAssertions)
      .reduce((sum, one) => sum + one, 0)
    return [folder, count]
  })
  expect(Object.fromEntries(counted)).toEqual(assertions)
})

function countAssertions(file: string): number {
  const text = readFileSync(join(root, file), 'utf8')
  if (!text.includes('!')) return 0
  let count = 0
  const visit = (node: ts.Node) => {
    if (ts.isNonNullExpression(node)) count += 1
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest))
  return count
}

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
