import type { Factor, User } from '@supabase/supabase-js'
import { describe, expect, it } from 'vitest'
import { isSecondFactorDue } from './second-factor.ts'

const session = (aal: string, ...statuses: Factor['status'][]) => ({
  access_token: `e30.${btoa(JSON.stringify({ aal, name: '>>>???' }))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')}.signature`,
  user: { factors: statuses.map((status) => ({ status }) as Factor) } as User,
})

describe('isSecondFactorDue', () => {
  it('asks once per session, and only people with a verified factor', () => {
    expect(isSecondFactorDue(session('aal1', 'verified'))).toBe(true)
    expect(isSecondFactorDue(session('aal2', 'verified'))).toBe(false)
    expect(isSecondFactorDue(session('aal1', 'unverified'))).toBe(false)
    expect(isSecondFactorDue(session('aal1'))).toBe(false)
    expect(isSecondFactorDue({ access_token: 'e30.e30.x', user: {} as User })).toBe(false)
  })

  it('counts a token it cannot read as half a session', () => {
    const { user } = session('aal2', 'verified')
    expect(isSecondFactorDue({ access_token: 'nonsense', user })).toBe(true)
  })
})
