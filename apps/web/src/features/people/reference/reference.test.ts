/** Tests what the reference says of every operation, against the description that the server gives. */
import { contract } from '@semblance/contract'
import { expect, it } from 'vitest'
import described from '../../../../../../docs/openapi.json' with { type: 'json' }
import type { Description } from './description.ts'
import { fieldsOf } from './fields.ts'
import { groupsOf, isCall, needsOf, refusalsOf, search } from './operations.ts'
import { curlOf, typescriptOf } from './samples.ts'

const description = described as unknown as Description
const groups = groupsOf(description)
const operations = groups.flatMap((group) => group.operations)
const named = (id: string) => {
  const found = operations.find(({ operationId }) => operationId === id)
  if (!found) throw new Error(`There is no operation ${id}.`)
  return found
}

it('shows each operation once', () => {
  const ids = Object.values(description.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(ids.sort())
})

it('knows which operations the client has as calls', () => {
  const isInContract = (id: string) =>
    id.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], contract) !==
    undefined
  const wrong = operations.filter(
    (operation) => isCall(operation) !== isInContract(operation.operationId),
  )
  expect(wrong.map(({ operationId }) => operationId)).toEqual([])
})

it('finds operations by words of their name, address, summary and scope, and by their group', () => {
  const idsFor = (text: string) =>
    search(groups, text).flatMap((group) => group.operations.map(({ operationId }) => operationId))
  expect(idsFor('offers.edit')).toEqual(['offers.edit'])
  expect(idsFor('PUT pending offer')).toContain('offers.edit')
  expect(idsFor('money')).toContain('payments.fund')
  expect(idsFor('no such operation')).toEqual([])
})

it('says what a caller needs', () => {
  expect(needsOf(named('payments.fund'))).toMatchObject({ kind: 'bearer', scope: 'money' })
  expect(needsOf(named('keys.create'))).toMatchObject({ scope: null, isOpenToVisitors: false })
  expect(needsOf(named('downloads.follow'))).toEqual({ kind: 'open' })
})

it('lists the codes of each refusal', () => {
  for (const operation of operations)
    for (const { status, codes, description: about } of refusalsOf(operation, description))
      expect(codes.length > 0 || about, `${operation.operationId} ${status}`).toBeTruthy()
  const refused = refusalsOf(named('offers.edit'), description)
  expect(refused.find(({ status }) => status === '409')?.codes).toContain('offer_changed')
})

it('shows fields with types, limits and what they are part of', () => {
  const schema = named('offers.edit').requestBody?.content['application/json']?.schema ?? {}
  const fields = fieldsOf(schema, description)
  const field = (name: string) => fields.find((one) => one.name === name)
  expect(field('timeline')).toMatchObject({
    type: 'integer',
    isRequired: true,
    notes: ['1 to 365'],
  })
  expect(field('priceCents')?.type).toBe('string of digits')
  expect(field('sampleDescription')).toMatchObject({
    type: 'string or null',
    notes: ['at most 2,000 characters'],
  })
  expect(field('timelineUnit')?.notes).toEqual(['one of "days", "weeks", "months"'])
})

it('writes programs that send the body a test has sent', () => {
  expect(curlOf(named('offers.accept'), description)).toMatch(
    /^curl -X POST "\$SEMBLANCE_URL\/api\/offers\/\$OFFER_ID\/accept" \\\n {2}-H "Authorization: Bearer \$SEMBLANCE_KEY"/,
  )
  const posted = typescriptOf(named('dprs.create'), description)
  expect(posted).toMatch(/^const answer = await client\.api\.dprs\.create\(\{\n/)
  expect(posted).toMatch(/\n {2}budgetMinCents: \d+n,\n/)
  expect(curlOf(named('uploads.create'), description)).toContain('-H "Tus-Resumable: 1.0.0"')
})
