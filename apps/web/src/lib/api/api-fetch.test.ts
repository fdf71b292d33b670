import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiFetch } from './api-fetch.ts'

const sent = vi.fn<(request: Request) => Promise<Response>>()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', sent)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  sent.mockReset()
})

const refused = (retryAfter?: string) =>
  new Response(null, { status: 429, headers: retryAfter ? { 'retry-after': retryAfter } : {} })
const call = () => apiFetch('https://semblance.test/api/rpc/a', { method: 'POST', body: 'input' })

test('a call that came too soon after others is sent again with its body, when it may come back', async () => {
  sent.mockResolvedValueOnce(refused('1')).mockResolvedValueOnce(refused('2'))
  sent.mockResolvedValue(new Response('done'))
  const answer = call()
  await vi.advanceTimersByTimeAsync(2999)
  expect(sent).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(await (await answer).text()).toBe('done')
  for (const [request] of sent.mock.calls) expect(await request.text()).toBe('input')
})

test.each([
  ['says to wait for longer', '60'],
  ['says nothing of waiting', undefined],
])('a refusal that %s is the answer', async (_, retryAfter) => {
  sent.mockResolvedValue(refused(retryAfter))
  expect((await call()).status).toBe(429)
  expect(sent).toHaveBeenCalledTimes(1)
})

test('a call that is refused again and again ends with the refusal', async () => {
  sent.mockImplementation(async () => refused('1'))
  const answer = call()
  await vi.advanceTimersByTimeAsync(60_000)
  expect((await answer).status).toBe(429)
  expect(sent).toHaveBeenCalledTimes(6)
})
