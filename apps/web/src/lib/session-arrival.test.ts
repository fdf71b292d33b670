import { describe, expect, it } from 'vitest'
import { readArrival } from './session-arrival.ts'

const tokens = 'access_token=a&expires_in=3600&refresh_token=r&token_type=bearer'

describe('readArrival', () => {
  it('tells a confirmed address from a forgotten password', () => {
    expect(readArrival(`#${tokens}&type=signup`)).toEqual({ kind: 'confirmed' })
    expect(readArrival(`#${tokens}&type=recovery`)).toEqual({ kind: 'recovery' })
  })

  it('reads what went wrong as a sentence', () => {
    const hash = '#error=access_denied&error_description=Email+link+is+invalid+or+has+expired&sb='
    expect(readArrival(hash)).toEqual({
      kind: 'error',
      text: 'Email link is invalid or has expired',
    })
  })

  it('leaves ordinary addresses alone', () => {
    expect(readArrival('')).toBeNull()
    expect(readArrival('#how-it-works')).toBeNull()
  })
})
