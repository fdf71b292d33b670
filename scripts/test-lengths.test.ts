/** Tests that what `npm test` leaves out is run by `npm run test:long` or `test:scaled`, which find tests by their tags. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const files = execFileSync(
  'git',
  [
    'ls-files',
    '-co',
    '--exclude-standard',
    'apps/*.test.ts',
    'apps/*.test.tsx',
    'packages/*.test.ts',
  ],
  { cwd: root, encoding: 'utf8' },
)
  .split('\n')
  .filter((name) => name !== '')
  .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }))

const namesOf = (wanted: (text: string) => boolean) =>
  files.filter(({ text }) => wanted(text)).map(({ name }) => name)

test('a file of long tests alone says so in its name and by its tag', () => {
  const named = files.filter(({ name }) => name.endsWith('.long.test.ts')).map(({ name }) => name)
  expect(named.length).toBeGreaterThan(10)
  expect(namesOf((text) => text.includes(' @module-tag long'))).toEqual(named)
})

test('what depends on the length of the run has a tag by which a longer run finds it', () => {
  const dependent = namesOf((text) => /\b(isLong|casesOf|expectSound)\b/.test(text))
  const tagged = namesOf((text) => /(tags: '|@module-tag )(scaled|long)/.test(text))
  expect(dependent.filter((name) => !tagged.includes(name))).toEqual([])
  expect(tagged.length).toBeGreaterThan(20)
})

test('pages have tags in component tests alone, as no longer run asks their other tests', () => {
  const tagged = namesOf((text) => /(tags: '|@module-tag )(scaled|long)/.test(text))
  const ofPages = tagged.filter((name) => name.startsWith('apps/web/'))
  expect(ofPages.filter((name) => !name.includes('.component.test.'))).toEqual([])
})
