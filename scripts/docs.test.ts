import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { decisionFaults, decisionIndex, decisionsDir, readDecisions } from './decision-index.ts'

const root = join(import.meta.dirname, '..')

/** Files in version control, and new ones that are not ignored. */
const files = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .stdout.split('\n')
  .filter((name) => name !== '' && existsSync(join(root, name)))

const documents = files
  .filter((name) => /^(docs\/.*|[A-Z]+)\.md$/.test(name) && name !== 'CHANGELOG.md')
  .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }))

/** Files that exist only after a build, at run time, or as an example. */
const MADE = new Set(['pages.json', 'server.pid', 'CERTIFICATE.jws', 'dist'])

/** Returns true if `path` is a file, a folder, or the end of a file's path. `NN` stands for any number. */
function exists(path: string): boolean {
  if (MADE.has(path)) return true
  const pattern = path
    .replace(/\/$/, '')
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/<\w+>|NN+/g, '[^/]+')
  const whole = new RegExp(`(^|/)${pattern}(/|$)`)
  return files.some((name) => whole.test(name))
}

it('every file and folder that a document names in code style exists', () => {
  const missing = documents.flatMap(({ name, text }) =>
    [...text.matchAll(/`([\w@./<>-]+)`/g)]
      .map(([, path]) => path!)
      .filter(
        (path) =>
          /^[\w@.<>-][\w@.<>/-]*\.(ts|tsx|mjs|sql|md|json|html)$/.test(path) ||
          /^(apps|packages|e2e|bench|scripts|docs)\/\S+$/.test(path),
      )
      .filter((path) => !exists(path))
      .map((path) => `${name}: ${path}`),
  )
  expect(missing).toEqual([])
})

it('every relative link of a document leads to a file', () => {
  const broken = documents.flatMap(({ name, text }) =>
    [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
      .map(([, path]) => path!)
      .filter((path) => !existsSync(join(root, dirname(name), path)))
      .map((path) => `${name}: ${path}`),
  )
  expect(broken).toEqual([])
})

it('every npm script that a document names exists', () => {
  const scripts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts as object
  const missing = documents.flatMap(({ name, text }) =>
    [...text.matchAll(/npm run (?:-s )?([\w:]+)/g)]
      .map(([, script]) => script!)
      .filter((script) => !Object.hasOwn(scripts, script))
      .map((script) => `${name}: ${script}`),
  )
  expect(missing).toEqual([])
})

it('every decision record has its fields and sections, in at most 300 words', () => {
  expect(readDecisions().flatMap(decisionFaults)).toEqual([])
})

it('the index of decisions matches the records; npm run docs:index writes it', () => {
  const index = readFileSync(join(decisionsDir, 'README.md'), 'utf8')
  expect(index).toBe(decisionIndex(readDecisions()))
})
