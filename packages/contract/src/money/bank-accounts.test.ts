import { describe, expect, it } from 'vitest'
import {
  type AccountNumbers,
  accountNames,
  accountProblems,
  countryOfAccount,
} from './bank-accounts.ts'

const problems = (changes: Partial<AccountNumbers>) =>
  accountProblems({
    accountKind: 'iban',
    accountNumber: 'DE89370400440532013000',
    routingNumber: '',
    bic: 'COBADEFFXXX',
    ...changes,
  }).map(({ field, message }) => `${field}: ${message}`)

describe('the numbers of an account', () => {
  it('are right for IBANs of several countries', () => {
    for (const [accountNumber, bic] of [
      ['DE89370400440532013000', 'COBADEFF'],
      ['FR1420041010050500013M02606', 'PSSTFRPPPAR'],
      ['NL91ABNA0417164300', 'ABNANL2A'],
      ['NO9386011117947', 'DNBANOKK'],
      ['GB29NWBK60161331926819', 'NWBKGB2L'],
    ] as const)
      expect(problems({ accountNumber, bic })).toEqual([])
  })

  it('are those of their kind alone', () => {
    expect(problems({ routingNumber: 'X1' })).toEqual([
      'routingNumber: An IBAN names its bank: leave the routing number empty',
    ])
    const uk = { accountKind: 'uk', accountNumber: '31926819', routingNumber: '601613' } as const
    expect(problems(uk)).toEqual(['bic: The BIC belongs to an IBAN: leave it empty'])
  })

  it('name one account, whether by IBAN or by sort code', () => {
    const name = (accountKind: 'us' | 'uk' | 'iban', accountNumber: string, routingNumber = '') =>
      accountNames({ accountKind, accountNumber, routingNumber })[0]
    expect(name('iban', 'GB29NWBK60161331926819')).toBe(name('uk', '31926819', '601613'))
    expect(name('iban', 'DE89370400440532013000')).toBe(':DE89370400440532013000')
    expect(name('us', '000123456789', '021000021')).toBe('021000021:000123456789')
    expect(name('us', '')).toBeUndefined()
  })

  it('name a wrong check digit, a missing character, an unknown country and a strange BIC', () => {
    expect(problems({ accountNumber: 'DE88370400440532013000' })).toEqual([
      'accountNumber: The check digits of this IBAN do not fit: a digit is wrong, or two are swapped',
    ])
    expect(problems({ accountNumber: 'DE8937040044053201300' })).toEqual([
      'accountNumber: An IBAN of DE has 22 characters, this one 21',
    ])
    expect(problems({ accountNumber: '000123456789' })).toEqual([
      'accountNumber: Enter an IBAN, which starts with the two letters of its country',
      'bic: This BIC is of another country than the IBAN',
    ])
    expect(problems({ bic: 'COBA' })).toEqual([
      'bic: Enter the BIC, eight or eleven letters and digits',
    ])
    expect(problems({ bic: 'ABNANL2A' })).toEqual([
      'bic: This BIC is of another country than the IBAN',
    ])
  })

  it('of the US and the UK have their own lengths', () => {
    const us = {
      accountKind: 'us',
      accountNumber: '1234',
      routingNumber: '12345678',
      bic: '',
    } as const
    expect(problems(us)).toEqual([
      'accountNumber: Enter the account number, 5 to 17 digits',
      'routingNumber: Enter the routing number, nine digits',
    ])
    const uk = { accountKind: 'uk', accountNumber: '1234567', routingNumber: '', bic: '' } as const
    expect(problems(uk)).toEqual([
      'accountNumber: Enter the account number, eight digits',
      'routingNumber: Sort code is required',
    ])
    expect(problems({ ...uk, accountNumber: '12345678', routingNumber: '601613' })).toEqual([])
  })

  it('say in which country the account is', () => {
    expect(countryOfAccount('iban', 'NL91ABNA0417164300')).toBe('NL')
    expect([countryOfAccount('us', '1'), countryOfAccount('uk', '1')]).toEqual(['US', 'GB'])
  })
})
