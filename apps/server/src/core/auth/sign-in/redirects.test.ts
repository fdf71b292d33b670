import { expect, test } from 'vitest'
import { allowedRedirect, withFragment } from './redirects.ts'

const SITE = 'https://semblance.example'

test.each([
  ['https://semblance.example/welcome?a=1', 'https://semblance.example/welcome?a=1'],
  ['https://semblance.example/welcome#old', 'https://semblance.example/welcome'],
  ['http://semblance.example/', SITE],
  ['https://semblance.example:8443/', SITE],
  ['https://semblance.example.evil.example/', SITE],
  ['https://semblance.example@evil.example/', SITE],
  ['https://user:pass@semblance.example/', SITE],
  ['javascript:alert(1)', SITE],
  ['//evil.example', SITE],
  ['', SITE],
])('a wish for %j leads to %s', (wish, target) => {
  expect(allowedRedirect(SITE, wish)).toBe(target)
})

test('any port will do on the own machine', () => {
  expect(allowedRedirect('http://localhost:3000', 'http://localhost:5173/a')).toBe(
    'http://localhost:5173/a',
  )
})

test('the first wish that is allowed wins', () => {
  expect(allowedRedirect(SITE, 'https://evil.example', `${SITE}/from`)).toBe(`${SITE}/from`)
})

test('values in a fragment are escaped', () => {
  expect(withFragment(SITE, { a: 'b&c=d' })).toBe(`${SITE}/#a=b%26c%3Dd&sb=`)
})
