/** Tests that the description in docs/ is that of the contract, is sound, and keeps what the last release described. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  describeBoth,
  lintDescriptions,
  listFaults,
  releaseFaults,
  root,
} from '../../../../scripts/api/describe-both.ts'

const descriptions = await describeBoth()

test('it matches the contract; else run npm run docs:api', () => {
  for (const { path, text } of descriptions)
    expect(readFileSync(join(root, path), 'utf8') === text, `${path} matches`).toBe(true)
})

test('it lacks nothing that the last release described', () => {
  expect(descriptions.flatMap(releaseFaults)).toEqual([])
})

test('what is deprecated is there, and has a day', () => {
  expect(listFaults()).toEqual([])
})

test('redocly finds no fault with it', { tags: 'long' }, () => {
  expect(lintDescriptions(descriptions.map(({ path }) => path))).toEqual([])
})
