import type { SupabaseClient } from '@supabase/supabase-js'
import { afterEach, expect, it, vi } from 'vitest'
import { loadAccount } from './account.ts'

afterEach(() => vi.unstubAllGlobals())

/** Answers the reads of a table one after the other, the last one for good. */
function accounts(answers: Record<string, unknown[]>) {
  const answer = async (table: string) => {
    const [next, ...others] = answers[table] ?? []
    if (others.length > 0) answers[table] = others
    return next
  }
  const from = (table: string) => ({
    select: () => ({ eq: () => ({ single: () => answer(table), returns: () => answer(table) }) }),
  })
  return { from } as unknown as SupabaseClient
}

const profile = { data: { user_id: 'u1' }, error: null, status: 200 }
const roles = { data: [{ role: 'vendor' }], error: null, status: 200 }

it.each([
  ['could not be reached', { data: null, error: { code: '' }, status: 0 }],
  ['was away behind its proxy', { data: null, error: { code: '' }, status: 502 }],
])('a member keeps the roles that were asked for while the server %s', async (_, unanswered) => {
  vi.stubGlobal('fetch', async () => new Response('ok'))
  vi.stubGlobal('navigator', { onLine: true })
  const supabase = accounts({ profiles: [profile], user_roles: [unanswered, roles] })
  expect(await loadAccount(supabase, 'u1')).toMatchObject({ userId: 'u1', roles: ['vendor'] })
})
