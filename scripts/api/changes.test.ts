import { expect, test } from 'vitest'
import { breakingChanges, type Description } from './changes.ts'

const thing = {
  type: 'object',
  required: ['id'],
  properties: { id: {}, owner: { anyOf: [{ properties: { name: {} } }, { type: 'null' }] } },
}

function description({ answer = thing as object, input = {}, more = {} } = {}): Description {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } }
  const post = {
    parameters: [{ name: 'id', in: 'path', required: true }],
    requestBody: { content: { 'application/json': { schema: { properties: input, ...more } } } },
    responses: { 200: { content } },
  }
  return { paths: { '/things/{id}': { post } }, components: { schemas: { Thing: answer } } }
}

const without = (path: string): Description => {
  const { paths, ...rest } = description()
  const { [path]: _, ...kept } = paths!
  return { ...rest, paths: kept }
}

test('what only adds breaks nothing', () => {
  const more = description({
    answer: { ...thing, properties: { ...thing.properties, color: {} } },
    input: { color: {} },
  })
  expect(breakingChanges(description(), more)).toEqual([])
})

test('an operation may go only after it was deprecated', () => {
  const after = without('/things/{id}')
  expect(breakingChanges(description(), after)).toEqual(['POST /things/{id} is gone'])
  const before = description()
  Object.assign(before.paths!['/things/{id}']!.post as object, { deprecated: true })
  expect(breakingChanges(before, after)).toEqual([])
})

test('a field that is gone from an answer is named, also below a reference and a choice', () => {
  const answer = { ...thing, properties: { owner: { anyOf: [{ properties: {} }] } } }
  expect(breakingChanges(description(), description({ answer }))).toEqual([
    'POST /things/{id} no longer answers id',
    'POST /things/{id} no longer answers owner.name',
  ])
})

test('an input that is newly required is named', () => {
  const after = description({ input: { color: {} }, more: { required: ['color'] } })
  expect(breakingChanges(description({ input: { color: {} } }), after)).toEqual([
    'POST /things/{id} now requires color',
  ])
})
