import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sentences } from '../e2e/support/requirements.ts'

const root = join(import.meta.dirname, '..')

test('every promised sentence is in the test that provokes it', () => {
  const missing = Object.entries(sentences).flatMap(([file, promised]) => {
    const text = readFileSync(join(root, file), 'utf8')
    return promised.filter((sentence) => !text.includes(sentence)).map((each) => [file, each])
  })
  expect(missing).toEqual([])
})
