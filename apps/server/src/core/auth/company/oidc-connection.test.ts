import { expect, it } from 'vitest'
import { hostedDomainOf } from './oidc-connection.ts'

it('of issuers with private accounts the one of Google has to name the company', () => {
  const google = { issuer: 'https://accounts.google.com' }
  expect(hostedDomainOf(google, { email: 'ada@example.com' })).toBeNull()
  expect(hostedDomainOf(google, { hd: 'Example.com' })).toBe('example.com')
  expect(hostedDomainOf({ issuer: 'https://login.example.com' }, {})).toBeUndefined()
})
