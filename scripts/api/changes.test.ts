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

const changes = (before: Description, after: Description) =>
  breakingChanges(before, after, '2027-03-01')

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
  expect(changes(description(), more)).toEqual([])
})

test('an operation may go on the day that was announced, which is not brought forward', () => {
  const after = without('/things/{id}')
  expect(changes(description(), after)).toEqual(['POST /things/{id} is gone'])
  const ending = (sunset: string) => {
    const one = description()
    Object.assign(one.paths!['/things/{id}']!.post as object, { 'x-sunset': sunset })
    return one
  }
  expect(changes(ending('2027-03-01'), after)).toEqual([])
  expect(changes(ending('2027-03-02'), after)).toEqual([
    'POST /things/{id} is gone, which was to stay until 2027-03-02',
  ])
  expect(changes(ending('2028-01-01'), ending('2027-12-31'))).toEqual([
    'POST /things/{id} is to go on 2027-12-31, which was announced for 2028-01-01',
  ])
  expect(changes(ending('2028-01-01'), ending('2028-02-01'))).toEqual([])
})

test('a field that is gone from an answer is named, also below a reference and a choice', () => {
  const answer = { ...thing, properties: { owner: { anyOf: [{ properties: {} }] } } }
  expect(changes(description(), description({ answer }))).toEqual([
    'POST /things/{id} no longer answers id',
    'POST /things/{id} no longer answers owner.name',
  ])
})

test('an input that is newly required is named', () => {
  const after = description({ input: { color: {} }, more: { required: ['color'] } })
  expect(changes(description({ input: { color: {} } }), after)).toEqual([
    'POST /things/{id} now requires color',
  ])
})
