/** Tests that the description says of each operation what the server does. */
import { expect, test } from 'vitest'
import { useMarket } from '../../testing/fixtures/use-market.ts'
import { sampleViewers } from '../core/profiles/sample-viewer.ts'
import { describeApi } from './describe.ts'

const { market, client, vendor } = await useMarket(
  { client: 'client', vendor: 'vendor' },
  { sampleData: true },
)
const { db } = market.platform
const samples = [
  [client, sampleViewers.client],
  [vendor, sampleViewers.vendor],
] as const
for (const [{ organization }, { organizationId }] of samples)
  await db.pool.query(
    'update organizations set organization_id = $1, is_sample = true where id = $2',
    [organizationId, organization.id],
  )

type Operation = { operationId: string; security?: object[]; parameters?: Parameter[] }
type Parameter = { name: string; in: string; required?: boolean; schema: { enum?: string[] } }

async function operations(readers: 'members' | 'staff') {
  const { paths = {} } = await describeApi('/api', readers)
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, operation]) => ({
      ...{ path, method, operation: operation as Operation },
    })),
  )
}

const ID = '01890a5d-ac96-774b-bcce-b302099a8057'

function addressOf(path: string, { parameters = [] }: Operation): string {
  const given = parameters.filter((one) => one.in === 'query' && one.required)
  const query = new URLSearchParams(
    given.map(({ name, schema }): [string, string] => [name, schema.enum?.[0] ?? ID]),
  )
  return `/api${path.replace(/\{\w+\}/g, ID)}?${query}`
}

test('an operation is open to visitors exactly where the description says so', {
  tags: 'long',
}, async () => {
  const all = [...(await operations('members')), ...(await operations('staff'))]
  const found: Record<string, boolean> = {}
  const said: Record<string, boolean> = {}
  for (const { path, method, operation } of all) {
    // A request of tus is refused for its version first.
    if (/^\/(events|downloads|uploads)/.test(path)) continue
    const answer = await market.fetch(addressOf(path, operation), { method: method.toUpperCase() })
    const code = /"code":"(\w+)"/.exec(await answer.text())?.[1]
    found[operation.operationId] = code !== 'sign_in_required'
    said[operation.operationId] =
      operation.security?.length === 0 ||
      operation.security?.some((one) => Object.keys(one).length === 0) === true
  }
  expect(said).toEqual(found)
  expect(Object.keys(found).length).toBeGreaterThan(200)
})

test('whoever has to sign in is told so before a word about the input', async () => {
  const send = (path: string) =>
    market.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"contractId": 7, "note": "\\u0000"}',
    })
  expect(await (await send('/api/dprs')).json()).toMatchObject({ code: 'sign_in_required' })
  expect(await (await send('/api/support/tickets')).json()).toMatchObject({ code: 'bad_input' })
})

test('what staff alone may do is described to staff alone', async () => {
  const ana = await market.staff()
  const read = (token?: string) =>
    market.fetch(
      '/api/openapi-staff.json',
      token ? { headers: { authorization: `Bearer ${token}` } } : {},
    )
  expect((await read()).status).toBe(401)
  expect((await read(client.token)).status).toBe(403)
  const staff = (await (await read(ana.token)).json()) as { paths: object }
  expect(Object.keys(staff.paths)).toContain('/admin/overview')
  const members = (await (await market.fetch('/api/openapi.json')).json()) as { paths: object }
  expect(Object.keys(members.paths).filter((path) => /^\/(admin|applications)/.test(path))).toEqual(
    [],
  )
})

test('each answer without content is described as 204, and documents as files', {
  tags: 'long',
}, async () => {
  const { paths = {} } = await describeApi('/api', 'members')
  const answers = (path: string, method: 'get' | 'post') =>
    Object.keys(paths[path]![method]!.responses!)
  expect(answers('/notifications/read', 'post')).toContain('204')
  expect(answers('/notifications/read', 'post')).not.toContain('200')
  expect(paths['/contracts/{id}/contract.pdf']!.get!.responses!['200']).toMatchObject({
    content: { 'application/pdf': {} },
  })
})
