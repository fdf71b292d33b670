import { gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { compressAnswers } from './compress-answers.ts'
import type { HttpEnv } from './http.ts'

const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id, state: 'open' }))
const app = new Hono<HttpEnv>()
  .use(compressAnswers())
  .get('/rows/:count', (c) => c.json(rows(Number(c.req.param('count')))))
  .get('/page', (c) => c.html('<p>'.repeat(1000)))
  .get('/file', (c) =>
    c.body(JSON.stringify(rows(100)), 200, {
      'content-type': 'application/json',
      'cache-control': 'private, no-transform',
    }),
  )

const ask = (path: string, encodings: string) =>
  app.request(path, { headers: { 'accept-encoding': encodings } })

describe('an answer', () => {
  it.each([
    ['a few rows', '/rows/3', 'gzip, deflate, br', null],
    ['many rows', '/rows/100', 'gzip, deflate, br', 'gzip'],
    ['more rows than others should wait for', '/rows/9000', 'gzip, deflate, br', 'gzip'],
    ['many rows for a client that cannot', '/rows/100', 'identity', null],
    ['many rows for a client that refuses', '/rows/100', 'gzip;q=0', null],
    ['a page', '/page', 'gzip', 'gzip'],
    ['a file whose bytes may not change', '/file', 'gzip', null],
  ])('with %s is compressed where that helps', async (_, path, encodings, encoding) => {
    const answer = await ask(path, encodings)
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    const bytes = Buffer.from(await answer.arrayBuffer())
    const plain = await (await ask(path, 'identity')).text()
    expect((encoding ? gunzipSync(bytes) : bytes).toString()).toBe(plain)
    const length = answer.headers.get('content-length')
    if (length) expect(Number(length)).toBe(bytes.length)
    if (encoding) expect(answer.headers.get('vary')).toMatch(/accept-encoding/i)
  })

  it('without a body stays without one', async () => {
    const answer = await app.request('/rows/100', { method: 'HEAD' })
    expect(await answer.text()).toBe('')
  })
})
