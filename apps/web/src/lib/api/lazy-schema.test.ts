import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { lazySchema } from './lazy-schema.ts'

const form = () => z.object({ name: z.string().min(1, 'Name is required') })

test('a schema is built when it is first used, and once', () => {
  const build = vi.fn(form)
  const schema = lazySchema(build)
  expect(build).not.toHaveBeenCalled()
  schema.parse({ name: 'A' })
  schema.parse({ name: 'B' })
  expect(build).toHaveBeenCalledTimes(1)
})

test('it refuses what the schema refuses', () => {
  const { error } = lazySchema(form).safeParse({ name: '' })
  expect(error?.issues[0]?.message).toBe('Name is required')
})

test('other schemas are derived from it and hold it', () => {
  const schema = lazySchema(form)
  const extended = schema.extend({ age: z.number() })
  expect(extended.parse({ name: 'A', age: 3 })).toEqual({ name: 'A', age: 3 })
  expect(z.array(schema).parse([{ name: 'A' }])).toEqual([{ name: 'A' }])
  expect(z.union([z.number(), schema]).parse({ name: 'A' })).toEqual({ name: 'A' })
})

test('it passes for a schema', () => {
  const schema = lazySchema(form)
  expect(schema instanceof z.ZodObject).toBe(true)
  expect('_zod' in schema).toBe(true)
})
