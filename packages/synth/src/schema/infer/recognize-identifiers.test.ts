import { expect, test } from 'vitest'
import { SURROGATES } from '../../draw/surrogate-identifiers.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { isCard, isIban } from './check-digits.ts'
import { recognizeIdentifier } from './recognize-identifiers.ts'

test.each([
  ['email', ['ann@corp.example', 'b.c+d@x.co.uk', 'Z@y.museum']],
  ['phone', ['+49 30 901820', '(202) 456-1111', '202-456-1111', '+442079460018']],
  [
    'iban',
    ['GB82 WEST 1234 5698 7654 32', 'DE89370400440532013000', 'FR1420041010050500013M02606'],
  ],
  ['card', ['4111 1111 1111 1111', '5500-0000-0000-0004', '378282246310005']],
  ['ssn', ['078-05-1120', '219-09-9999']],
  ['ip', ['10.0.0.1', '255.255.255.0', '8.8.8.8']],
  ['ipv6', ['2001:db8::1', 'fe80::1ff:fe23:4567:890a', '::1', '1:2:3:4:5:6:7:8']],
  ['mac', ['00:1B:44:11:3A:B7', '00-1b-44-11-3a-b7']],
  ['name', ['Ada Khan', 'Braund, Mr. Owen Harris', 'Maria da Silva', 'Kelly, Mr. James']],
  ['first_name', ['Ada', 'Mohammed', 'SARAH', 'li']],
  ['street', ['12 Elm Street', 'Hauptstraße 5', '1600 Pennsylvania Ave', 'Lindenweg 7a']],
])('values of a column of %s are told', (identifier, values) => {
  expect(recognizeIdentifier(values)?.identifier).toBe(identifier)
})

test.each([
  ['amounts', ['12.50', '1,200.00', '99']],
  ['dates', ['2020-01-02', '03/04/2021', '12:30:00']],
  ['numbers of 16 digits without a check digit', ['4111111111111112', '1234567890123456']],
  ['codes', ['V27.0', 'E11.9', 'ABC-123']],
  ['categories', ['Private', 'State-gov', 'Self-emp-not-inc', 'Never worked']],
  ['places', ['Upper East Side North', 'Jamaica Bay', 'East Village', 'Lincoln Square West']],
  ['versions', ['1.2.3', '10.4.999.1']],
  ['account numbers without check digits', ['GB00WEST12345698765432']],
  ['nothing', []],
])('%s are no personal data', (_, values) => {
  expect(recognizeIdentifier(values)).toBeNull()
})

test('a few values among many others decide nothing', () => {
  const values = [...Array.from({ length: 60 }, (_, i) => `ref ${i}`), ...Array(40).fill('a@b.org')]
  expect(recognizeIdentifier(values)).toBeNull()
})

test.each(Object.entries(SURROGATES))('a stand-in for %s looks like one', (identifier, makeUp) => {
  const random = seededRandom(3)
  const values = Array.from({ length: 200 }, () => makeUp(random))
  if (identifier !== 'last_name') {
    expect(recognizeIdentifier(values)?.identifier).toBe(identifier)
  }
  expect(new Set(values).size).toBeGreaterThan(20)
})

test('stand-ins lie in ranges that are nobody’s', () => {
  const random = seededRandom(5)
  const make = (identifier: keyof typeof SURROGATES) =>
    Array.from({ length: 300 }, () => SURROGATES[identifier](random))
  expect(make('email').every((value) => value.endsWith('@example.com'))).toBe(true)
  expect(make('phone').every((value) => /^\+1-[2-9]\d\d-555-01\d\d$/.test(value))).toBe(true)
  expect(make('iban').every((value) => /^DE\d\d0\d{17}$/.test(value) && isIban(value))).toBe(true)
  expect(make('card').every((value) => /^9999\d{12}$/.test(value) && isCard(value))).toBe(true)
  expect(make('ssn').every((value) => /^666-(?!00)\d\d-(?!0000)\d{4}$/.test(value))).toBe(true)
  expect(make('ip').every((value) => /^(192\.0\.2|198\.51\.100|203\.0\.113)\./.test(value))).toBe(
    true,
  )
  expect(make('ipv6').every((value) => value.startsWith('2001:db8:'))).toBe(true)
  expect(make('mac').every((value) => value.startsWith('00:00:5E:00:53:'))).toBe(true)
})
