/** Tests that every list is read in the same way. */
import { isContractProcedure } from '@orpc/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from './index.ts'

type Procedure = { name: string; input?: z.ZodType; output?: z.ZodType }

/** Returns all procedures below a part of the contract, by their names. */
function proceduresIn(part: object, path: string[] = []): Procedure[] {
  if (isContractProcedure(part)) {
    const { inputSchema, outputSchema } = part['~orpc'] as {
      inputSchema?: z.ZodType
      outputSchema?: z.ZodType
    }
    return [{ name: path.join('.'), input: inputSchema, output: outputSchema }]
  }
  return Object.entries(part).flatMap(([name, value]) => proceduresIn(value, [...path, name]))
}

const shapeOf = (schema: z.ZodType | undefined): Record<string, z.ZodType> =>
  schema instanceof z.ZodObject ? schema.shape : {}

const procedures = proceduresIn(contract)
const lists = procedures.filter(({ output }) => 'items' in shapeOf(output))

test('no procedure answers a bare array', () => {
  const bare = procedures.filter(({ output }) => output instanceof z.ZodArray)
  expect(bare.map(({ name }) => name)).toEqual([])
  expect(procedures.length).toBeGreaterThan(200)
})

test.each(lists.map((list) => [list.name, list] as const))('%s has pages', (_, list) => {
  const output = shapeOf(list.output)
  expect(output.items).toBeInstanceOf(z.ZodArray)
  expect([null, 'next'].map((cursor) => output.nextCursor?.safeParse(cursor).success)).toEqual([
    true,
    true,
  ])
  const { cursor, limit } = shapeOf(list.input)
  expect(cursor?.safeParse(undefined).success).toBe(true)
  const sizes = [0, 1, 100, 101, 1.5].map((size) => limit?.safeParse(size).success)
  expect(sizes).toEqual([false, true, true, false, false])
  expect(limit?.safeParse(undefined).success).toBe(true)
})

test('the lists are all of them', () => {
  const named = procedures.filter(({ name }) => /\.(list|history|browse)\w*$/.test(name))
  const found = new Set(lists.map(({ name }) => name))
  expect(named.filter(({ name }) => !found.has(name)).map(({ name }) => name)).toEqual([])
  expect(lists.length).toBeGreaterThan(60)
})
