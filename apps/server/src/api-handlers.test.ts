/** Tests how calls travel, and that the HTTP API answers every mistake with an error of the contract. */
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import { BatchLinkPlugin } from '@orpc/client/plugins'
import { traverseContractProcedures } from '@orpc/server'
import { contract, deprecations, errors } from '@semblance/contract'
import { describe, expect, it, test, vi } from 'vitest'
import type { Api } from '../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../testing/fixtures/use-market.ts'

const { market, buyer, stranger } = await useMarket({ buyer: 'client', stranger: 'client' })

/** Creates a client that batches like the web: simultaneous calls travel as one request. */
function gathering(token?: string) {
  const send = vi.fn((request: Request) => {
    const { pathname } = new URL(request.url)
    return market.fetch(pathname, request)
  })
  const api: Api = createORPCClient(
    new RPCLink({
      url: `${market.platform.config.publicUrl}/api/rpc`,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      fetch: send,
      plugins: [new BatchLinkPlugin({ groups: [{ condition: () => true, context: {} }] })],
    }),
  )
  return { api, send }
}

test('each call has its own answer, whoever is refused another', async () => {
  const { id } = await buyer.api.dprs.saveDraft({ content: { title: 'A draft' } })
  const { api, send } = gathering(stranger.token)
  const [viewer, foreign, staff] = await Promise.allSettled([
    api.organizations.viewer(),
    api.dprs.draft({ draftId: id }),
    api.admin.overview(),
  ])
  expect(send).toHaveBeenCalledTimes(1)
  expect(viewer).toEqual({ status: 'fulfilled', value: await stranger.api.organizations.viewer() })
  expect(foreign).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } })
  expect(staff).toMatchObject({ status: 'rejected', reason: { code: 'not_permitted' } })
})

test('a token that stands for no session is refused in every call', async () => {
  const { api } = gathering(`${buyer.token}x`)
  const answers = await Promise.allSettled([api.organizations.viewer(), api.dprs.drafts({})])
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'session_ended' } })
})

test('a read is repeated for nothing: the same answer is a 304 without a body, for its own reader', async () => {
  const read = (token: string, tag?: string | null, method = 'GET') =>
    market.fetch('/api/dpr-drafts', {
      method,
      headers: { authorization: `Bearer ${token}`, ...(tag && { 'if-none-match': tag }) },
    })
  const first = await read(buyer.token)
  const tag = first.headers.get('etag')
  expect(tag).toMatch(/^W\/"\w+"$/)
  expect(first.headers.get('cache-control')).toBe('private, no-cache')
  for (const method of ['GET', 'HEAD']) {
    const again = await read(buyer.token, tag, method)
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag])
  }
  const others = await read(stranger.token, tag)
  expect(others.status).toBe(200)
  await buyer.api.dprs.saveDraft({ content: { title: 'Another draft' } })
  const changed = await read(buyer.token, tag)
  expect(changed.status).toBe(200)
  expect(changed.headers.get('etag')).not.toBe(tag)
})

test('neither changes, refusals nor calls by RPC have an ETag, and the description has one', {
  tags: 'long',
}, async () => {
  const headers = { authorization: `Bearer ${buyer.token}`, 'content-type': 'application/json' }
  const post = { method: 'POST', headers, body: '{}' }
  const tagOf = async (path: string, init?: RequestInit) =>
    (await market.fetch(path, init)).headers.get('etag')
  expect(await tagOf('/api/rpc/dprs/drafts', { ...post, body: '{"json":{}}' })).toBeNull()
  expect(await tagOf('/api/notifications/read', post)).toBeNull()
  expect(await tagOf('/api/contracts/CTR-0', { headers })).toBeNull()
  const tag = await tagOf('/api/openapi.json')
  const again = await market.fetch('/api/openapi.json', { headers: { 'if-none-match': tag ?? '' } })
  expect(again.status).toBe(304)
})

test('a deprecated procedure says in each answer when it goes, to a refused caller too', async () => {
  const end = { since: '2026-03-01', sunset: '2027-03-01', instead: 'dprs.list' }
  Object.assign(deprecations, { 'dprs.drafts': end })
  for (const bearer of [buyer.token, 'nobody']) {
    const { headers } = await market.fetch('/api/dpr-drafts', {
      headers: { authorization: `Bearer ${bearer}` },
    })
    expect([headers.get('deprecation'), headers.get('sunset')]).toEqual([
      '@1772323200',
      'Mon, 01 Mar 2027 00:00:00 GMT',
    ])
  }
  delete (deprecations as Record<string, unknown>)['dprs.drafts']
  const { headers } = await market.fetch('/api/dpr-drafts')
  expect(headers.get('deprecation')).toBeNull()
})

describe('a mistake at the HTTP API', () => {
  const send = async (path: string, init: RequestInit = {}, token = buyer.token) => {
    const headers = { authorization: `Bearer ${token}`, ...init.headers }
    const answer = await market.fetch(`/api${path}`, { ...init, headers })
    const body = (await answer.json()) as Record<string, unknown>
    return { status: answer.status, headers: answer.headers, body }
  }
  const post = (path: string, body: string, type = 'application/json') =>
    send(path, { method: 'POST', body, headers: { 'content-type': type } })

  it('has one shape, with the id of its request, in procedures and in files', async () => {
    for (const path of [
      '/dprs/DPR-0',
      '/nothing',
      '/contracts/CTR-0/contract.pdf',
      '/downloads/x',
    ]) {
      const { body, headers, status } = await send(path)
      const requestId = headers.get('x-request-id')
      const refusal = { code: 'not_found', status: 404, message: errors.not_found.message }
      expect({ path, body, status }).toEqual({ path, body: { ...refusal, requestId }, status: 404 })
    }
  })

  it.each([
    ['a zero byte', '"a\\u0000b"'],
    ['half a surrogate pair', '"a\\ud800b"'],
  ])('in a text, %s, is refused and names its field', async (_, text) => {
    const { status, body } = await post('/dpr-drafts', `{"content":{"title":${text}}}`)
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { code: 'bad_input', field: 'content.title' },
    })
    const inPath = await send('/dprs/%00')
    expect(inPath).toMatchObject({ status: 400, body: { code: 'bad_input' } })
    const inFile = await send('/contracts/%00/contract.pdf')
    expect(inFile).toMatchObject({ status: 400, body: { code: 'bad_input' } })
  })

  it('in the JSON itself has the code of bad input', async () => {
    const { status, body } = await post('/dpr-drafts', '{"content":')
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { code: 'bad_input', status: 400 },
    })
  })

  it('of the method is answered with those that the address takes', async () => {
    for (const [path, method, allow] of [
      ['/notifications', 'POST', 'GET, HEAD'],
      ['/dpr-drafts', 'PATCH', 'GET, HEAD, POST'],
      // Not those of /notifications/{id} and /offers/{offerId}.
      ['/notifications/read', 'DELETE', 'POST'],
      ['/offers/received', 'PUT', 'GET, HEAD'],
      ['/contracts/CTR-1/contract.pdf', 'DELETE', 'GET, HEAD'],
      ['/uploads', 'PATCH', 'POST, OPTIONS'],
      ['/uploads/abc', 'GET', 'HEAD, PATCH, DELETE, OPTIONS'],
    ] as const) {
      const { status, body, headers } = await send(path, { method })
      expect({ path, status, code: body.code, allow: headers.get('allow') }).toEqual({
        path,
        status: 405,
        code: 'method_not_allowed',
        allow,
      })
    }
  })

  it('of a cursor is bad input in every list', { tags: 'long' }, async () => {
    const people = [await market.member('both'), await market.staff()]
    const forged = ['x', '[1,"x"]'].map((text) =>
      text === 'x' ? text : Buffer.from(text).toString('base64url'),
    )
    const cursors = [...forged, `time.${forged[1]}`, `unread.${forged[1]}`, `online.${forged[1]}`]
    const refused = new Set<string>()
    for (const { token } of people)
      for (const path of lists())
        for (const cursor of cursors) {
          const { status } = await send(`${path}?cursor=${encodeURIComponent(cursor)}`, {}, token)
          expect(status, `${path} ${cursor}`).toBeLessThan(500)
          if (status === 400) refused.add(path)
        }
    expect(refused.size).toBeGreaterThan(40)
  })

  it('is none where a change answers nothing, and where only the head is asked for', async () => {
    const headers = { authorization: `Bearer ${buyer.token}` }
    const read = await market.fetch('/api/notifications/read', { method: 'POST', headers })
    expect([read.status, await read.text()]).toEqual([204, ''])
    const head = await market.fetch('/api/notifications', { method: 'HEAD', headers })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })
})

/** Returns the addresses of all lists by cursor, with an ID that fits where one is needed. */
function lists(): string[] {
  const found: string[] = []
  traverseContractProcedures({ router: contract, path: [] }, ({ contract: { '~orpc': def } }) => {
    const shape = (def.inputSchema as { shape?: object } | undefined)?.shape
    if (def.route.method !== 'GET' || !shape || !('cursor' in shape)) return
    found.push(def.route.path!.replace(/\{\w+\}/g, '01890a5d-ac96-774b-bcce-b302099a8057'))
  })
  return found
}
