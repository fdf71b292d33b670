import { ORPCError } from '@orpc/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rememberViewer } from '../session/last-viewer.ts'
import { prefetchQueries, queriesForRole, thenQuery } from './page-queries.ts'
import { queryClient } from './query-client.ts'

const search = new URLSearchParams()

beforeEach(() => {
  vi.useFakeTimers()
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  queryClient.clear()
})

const query = (queryFn: () => Promise<unknown>) => ({ queryKey: ['answer'], queryFn })

test('a page waits for its first answers', async () => {
  await prefetchQueries([query(async () => 'here')])
  expect(queryClient.getQueryData(['answer'])).toBe('here')
})

test('a page comes without an answer that takes long', async () => {
  const begun = prefetchQueries([query(() => new Promise(() => {}))])
  await vi.advanceTimersByTimeAsync(300)
  expect(await begun).toBeNull()
})

test('a page does not wait after a refusal', async () => {
  const refuse = () => Promise.reject(new ORPCError('not_permitted'))
  // The clock stands still: what waited for it would never come.
  expect(await prefetchQueries([query(refuse)])).toBeNull()
})

test('a question that follows from an answer is begun as soon as that is here', async () => {
  const list = query(async () => ['first', 'second'])
  const ofEach = (name: string) => ({ queryKey: [name], queryFn: async () => `all of ${name}` })
  await prefetchQueries([thenQuery(list, (names) => (names as string[]).map(ofEach))])
  expect(queryClient.getQueryData(['first'])).toBe('all of first')
  expect(queryClient.getQueryData(['second'])).toBe('all of second')
})

test('nothing follows from a refusal', async () => {
  const refused = query(() => Promise.reject(new ORPCError('not_permitted')))
  const next = vi.fn(() => [])
  await prefetchQueries([thenQuery(refused, next)])
  expect(next).not.toHaveBeenCalled()
})

const asked = (reader: Parameters<typeof queriesForRole>[0]) =>
  queriesForRole(reader, () => [query(async () => 1)])({}, search).length

test('what only some may read is begun for whoever was here last', () => {
  rememberViewer(['member', 'vendor'])
  expect([asked('vendor'), asked('member')]).toEqual([1, 1])
  expect([asked('client'), asked('staff')]).toEqual([0, 0])
})

test('a visitor reads both sides of the sample marketplace, and nothing else', () => {
  expect([asked('vendor'), asked('client')]).toEqual([1, 1])
  expect([asked('member'), asked('staff')]).toEqual([0, 0])
})
