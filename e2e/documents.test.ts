/** Tests the documents and files of the built application as the server sends them, without a browser. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { ask } from './support/ask.ts'

const url = inject('url')
const dist = join(import.meta.dirname, '../apps/web/dist')

async function answer(path: string, encodings = 'identity') {
  const response = await ask(url + path, { headers: { 'accept-encoding': encodings } })
  const { status, headers } = response
  return { status, headers, body: await response.text() }
}

test('page addresses are answered with a document, never cached, with a nonce of its own', async () => {
  const pages = await Promise.all([answer('/'), answer('/contract-details/CTR-1')])
  const nonces = pages.map(({ status, headers, body }) => {
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-cache')
    const [, nonce] = /nonce="([^"]+)"/.exec(body) ?? []
    expect(headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`)
    return nonce
  })
  expect(new Set(nonces).size).toBe(2)
})

test('the landing page is drawn in advance, under its public address, and the application is sent elsewhere', async () => {
  const { body: landing } = await answer('/')
  expect(landing).toContain('Bring your organization in')
  expect(landing).toContain(`<link rel="canonical" href="${url}/"`)
  // The CSP would refuse one.
  expect(landing).not.toMatch(/ style="/)
  for (const path of ['/auth', '/index.html', '/landing.html', '/no-such-page']) {
    const { body } = await answer(path)
    expect(body).not.toContain('Bring your organization in')
    expect(body).toContain('<div id="root"></div>')
  }
})

test('an address that no page has is answered with 404, and the page that says so', async () => {
  const paths = ['/no-such-page', '/admin/nothing', '/certificates/a/b', '/storage/v1/object/x']
  for (const path of [...paths, '/functions/v1/hello', '/realtime/v1/websocket']) {
    const missing = await answer(path)
    expect([path, missing.status]).toEqual([path, 404])
    expect(missing.body).toContain('<div id="root"></div>')
  }
  for (const path of ['/auth', '/auth/', '/certificates/a', '/admin/users?page=2'])
    expect((await answer(path)).status).toBe(200)
})

test('assets are sent compressed and cached for good', async () => {
  const [, script] = /src="(\/assets\/[^"]+\.js)"/.exec((await answer('/')).body) ?? []
  const asset = await answer(`${script}`, 'br, gzip')
  expect(asset.headers.get('content-encoding')).toBe('br')
  expect(asset.headers.get('cache-control')).toContain('immutable')
  const plain = await answer(`${script}`)
  expect(plain.status).toBe(200)
  expect(plain.headers.get('content-encoding')).toBeNull()
})

test('workers alone run WebAssembly, and none of them a script from elsewhere', async () => {
  const workers = readdirSync(join(dist, 'assets')).filter((name) => /worker.*\.js$/.test(name))
  expect(workers).toHaveLength(2)
  for (const name of workers) {
    const { headers } = await answer(`/assets/${name}`)
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    )
  }
})

test('there is no file where there is none, and none outside the folder', async () => {
  expect((await answer('/assets/missing.js')).status).toBe(404)
  expect((await answer('/..%2f..%2fserver/package.json')).status).toBe(404)
})
