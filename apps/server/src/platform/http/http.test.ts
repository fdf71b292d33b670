import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { openTestMarket } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { openLog } from '../process/log.ts'
import { type HttpEnv, healthRoutes, requestLog } from './http.ts'

const { market } = await useMarket({}, { publicUrl: 'https://semblance.test' })

const answer = (path: string, headers: Record<string, string> = {}) =>
  market.fetch(path, { headers })

describe('every answer', () => {
  it('forbids scripts, styles and frames from elsewhere', async () => {
    const { headers } = await answer('/healthz')
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'; script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('strict-transport-security')).toMatch(/max-age=\d+/)
  })

  it('carries a request id, the caller’s own if it looks like one', async () => {
    expect(
      (await answer('/healthz', { 'x-request-id': 'trace-12345678' })).headers.get('x-request-id'),
    ).toBe('trace-12345678')
    const other = await answer('/healthz', { 'x-request-id': 'no id <script>' })
    expect(other.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('a program', () => {
  it('learns where to connect, and no secret', async () => {
    expect(await (await answer('/config.json')).json()).toEqual({
      supabaseUrl: 'https://semblance.test',
      supabaseKey: expect.stringMatching(/^sb_publishable_/),
      sampleData: false,
      captcha: null,
      minPasswordLength: 6,
      support: { email: null, phone: null },
    })
  })

  it('learns which captcha to show, whose scripts alone are let in', async () => {
    const captcha = { provider: 'turnstile', siteKey: 'site', secret: 'hidden' } as const
    const guarded = await openTestMarket({ captcha })
    const config = await guarded.fetch('/config.json')
    expect(await config.json()).toMatchObject({
      captcha: { provider: 'turnstile', siteKey: 'site' },
    })
    const policy = config.headers.get('content-security-policy')
    expect(policy).toContain("script-src 'self' https://challenges.cloudflare.com;")
    expect(policy).toContain('frame-src https://challenges.cloudflare.com;')
    await guarded.close()
  })

  it('gets the API described', { tags: 'long' }, async () => {
    const description = await (await answer('/api/openapi.json')).json()
    expect(description).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) })
    expect(Object.keys((description as { paths: object }).paths)).toContain(
      '/offers/{offerId}/fund',
    )
  })

  it('and the person who writes it is led from /api to the page that shows it', async () => {
    const answered = await market.fetch('/api', { redirect: 'manual' })
    expect(answered.status).toBe(302)
    expect(answered.headers.get('location')).toBe('/developers?tab=reference')
  })

  it('is told in JSON that there is no such call', async () => {
    const missing = await answer('/api/nothing')
    expect(missing.status).toBe(404)
    expect(await missing.json()).toMatchObject({ code: 'not_found' })
  })

  it('finds no mailbox without sample data', async () => {
    const missing = await answer('/dev/mailbox/messages')
    expect(missing.headers.get('content-type')).not.toContain('json')
    expect(await missing.text()).not.toContain('subject')
  })
})

it('is ready while the database answers, and says so when it no longer does', async () => {
  const other = await openTestMarket()
  expect((await other.fetch('/readyz')).status).toBe(200)
  await other.close()
  expect((await other.fetch('/readyz')).status).toBe(503)
  expect((await other.fetch('/healthz')).status).toBe(200)
})

it('is not ready while it stops or has no lease, though it answers', async () => {
  let status: string | null = 'stopping'
  const health = new Hono<HttpEnv>().use(requestLog(openLog('silent'))).route(
    '/',
    healthRoutes(market.platform.db, () => status),
  )
  const refused = await health.request('/readyz')
  expect([refused.status, await refused.json()]).toEqual([503, { status: 'stopping' }])
  expect((await health.request('/healthz')).status).toBe(200)
  status = null
  expect((await health.request('/readyz')).status).toBe(200)
})

it('a DELETE without a body is answered over a real connection, too', async () => {
  const server = serve({ fetch: market.app.fetch, port: 0, overrideGlobalObjects: false })
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  for (const path of [
    '/api/notifications/0b9d5f3e-0000-4000-8000-000000000000',
    '/auth/v1/factors/x',
    '/rest/v1/profiles',
  ]) {
    const { status } = await fetch(`http://localhost:${port}${path}`, { method: 'DELETE' })
    expect([path, status < 500]).toEqual([path, true])
  }
  await new Promise((resolve) => server.close(resolve))
})
