import { describe, expect, it } from 'vitest'
import { carriesSession, parseRedirectSession, withoutError } from './redirect-session.ts'

const tokens = 'access_token=a&expires_in=3600&refresh_token=r&token_type=bearer'

describe('readArrival', () => {
  it.each([
    ['signup', 'confirmed'],
    ['recovery', 'recovery'],
    ['invite', 'invited'],
    ['email_change', 'email-changed'],
  ])('tells what a link of type %s was for', (type, kind) => {
    expect(parseRedirectSession(`#${tokens}&type=${type}`)).toEqual({ kind })
  })

  it('reads what went wrong as a sentence, and whose fault it was', () => {
    const text = 'Email link is invalid or has expired'
    const hash = `#error=access_denied&error_description=${text.replaceAll(' ', '+')}&sb=`
    expect(parseRedirectSession(hash)).toEqual({ kind: 'error', text, from: 'mail' })
    const query = '?next=%2Fmarketplace&error=access_denied&error_code=bad_oauth_state'
    expect(parseRedirectSession(hash, query)).toEqual({ kind: 'error', text, from: 'provider' })
    expect(withoutError({ pathname: '/auth', search: query })).toBe('/auth?next=%2Fmarketplace')
    expect(withoutError({ pathname: '/auth', search: '?error=a' })).toBe('/auth')
  })

  it('leaves ordinary addresses and plain sign-ins alone', () => {
    expect(parseRedirectSession('')).toBeNull()
    expect(parseRedirectSession('#how-it-works')).toBeNull()
    expect(parseRedirectSession(`#${tokens}`)).toBeNull()
    expect(parseRedirectSession(`#${tokens}&type=magiclink`)).toBeNull()
  })
})

describe('carriesSession', () => {
  it.each([
    [`#${tokens}`, ''],
    [`#${tokens}&type=signup`, ''],
    ['#error=access_denied&error_description=expired', ''],
    ['#message=Confirm+the+other+link', ''],
    ['', '?code=4f1c'],
  ])('finds what %s%s brings', (hash, search) => {
    expect(carriesSession({ hash, search })).toBe(true)
  })

  it('finds nothing in an ordinary address', () => {
    expect(carriesSession({ hash: '', search: '' })).toBe(false)
    expect(carriesSession({ hash: '#privacy', search: '?ref=letter' })).toBe(false)
  })
})
