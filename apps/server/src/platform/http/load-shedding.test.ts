import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { shedLoad, watchLoad } from './load-shedding.ts'

it('a process that cannot keep up refuses calls, but no bank, no refresh, no page and no probe', async () => {
  let isOverloaded = true
  const app = new Hono()
    .use(shedLoad({ isOverloaded: () => isOverloaded }))
    .onError((error, c) => c.text(error.name, 503))
    .all('*', (c) => c.text('served'))
  const statusOf = async (path: string) => (await app.request(path, { method: 'POST' })).status
  const calls = ['/api/rpc/offers/get', '/rest/v1/profiles', '/auth/v1/token?grant_type=password']
  const exempt = [
    '/auth/v1/token?grant_type=refresh_token',
    '/api/bank/stripe/events',
    '/healthz',
    '/readyz',
    '/assets/base.js',
    '/',
  ]
  for (const path of calls) expect([path, await statusOf(path)]).toEqual([path, 503])
  for (const path of exempt) expect([path, await statusOf(path)]).toEqual([path, 200])
  isOverloaded = false
  for (const path of calls) expect([path, await statusOf(path)]).toEqual([path, 200])
})

it('a hundred calls that wait for the database are an overload', () => {
  let waiting = 99
  const load = watchLoad({ waitingCount: () => waiting })
  expect(load.isOverloaded()).toBe(false)
  waiting = 100
  expect(load.isOverloaded()).toBe(true)
  load.close()
})
