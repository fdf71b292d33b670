/** Kinds of bank accounts by what identifies them, and the rules of their numbers. Pure. */
import { countrySpecs, ValidationErrorsIBAN, validateBIC, validateIBAN } from 'ibantools'

/** Names the kinds: a US routing and account number, an IBAN with its BIC, a UK sort code and account number. */
export const accountKinds = {
  us: 'United States',
  iban: 'IBAN country',
  uk: 'United Kingdom',
} as const
export type AccountKind = keyof typeof accountKinds

/** Returns the kind that an organization of this country most likely has. */
export function likelyAccountKind(country: string | null): AccountKind {
  if (country === 'UK') return 'uk'
  return country === 'DE' || country === 'FR' || country === 'other' ? 'iban' : 'us'
}

/** Takes out what people write between the digits and letters of a number. */
export const compactNumber = (text: string) => text.replace(/[\s-]/g, '').toUpperCase()

export type AccountNumbers = {
  accountKind: AccountKind
  /** An account number or an IBAN; empty where the one on file stays. */
  accountNumber: string
  /** A routing number or a sort code; empty for an IBAN, which names its bank. */
  routingNumber: string
  /** Holds the BIC of the bank; empty for US and UK accounts. */
  bic: string
}
export type NumberProblem = { field: 'accountNumber' | 'routingNumber' | 'bic'; message: string }

/** Returns what is wrong with the numbers of an account, which are compact; an empty account number is not. */
export function accountProblems(account: AccountNumbers): NumberProblem[] {
  return checks[account.accountKind](account).filter((problem) => problem !== null)
}

const withoutBic: NumberProblem = {
  field: 'bic',
  message: 'The BIC belongs to an IBAN: leave it empty',
}

type Check = (account: AccountNumbers) => (NumberProblem | null)[]

const checks: Record<AccountKind, Check> = {
  us: ({ accountNumber, routingNumber, bic }) => [
    refuseUnless(!accountNumber || /^\d{5,17}$/.test(accountNumber), {
      field: 'accountNumber',
      message: 'Enter the account number, 5 to 17 digits',
    }),
    routingNumber === ''
      ? { field: 'routingNumber', message: 'Routing number is required' }
      : refuseUnless(/^\d{9}$/.test(routingNumber), {
          field: 'routingNumber',
          message: 'Enter the routing number, nine digits',
        }),
    refuseUnless(bic === '', withoutBic),
  ],
  uk: ({ accountNumber, routingNumber, bic }) => [
    refuseUnless(!accountNumber || /^\d{8}$/.test(accountNumber), {
      field: 'accountNumber',
      message: 'Enter the account number, eight digits',
    }),
    routingNumber === ''
      ? { field: 'routingNumber', message: 'Sort code is required' }
      : refuseUnless(/^\d{6}$/.test(routingNumber), {
          field: 'routingNumber',
          message: 'Enter the sort code, six digits',
        }),
    refuseUnless(bic === '', withoutBic),
  ],
  iban: ({ accountNumber, routingNumber, bic }) => [
    accountNumber === '' ? null : ibanProblem(accountNumber),
    bicProblem(bic, accountNumber),
    refuseUnless(routingNumber === '', {
      field: 'routingNumber',
      message: 'An IBAN names its bank: leave the routing number empty',
    }),
  ],
}

const refuseUnless = (isRight: boolean, problem: NumberProblem) => (isRight ? null : problem)

function ibanProblem(iban: string): NumberProblem | null {
  const { valid, errorCodes } = validateIBAN(iban)
  if (valid) return null
  const has = (code: ValidationErrorsIBAN) => errorCodes.includes(code)
  const specs = countrySpecs[iban.slice(0, 2)]
  const message = (() => {
    if (!specs?.IBANRegistry)
      return 'Enter an IBAN, which starts with the two letters of its country'
    if (has(ValidationErrorsIBAN.WrongBBANLength))
      return `An IBAN of ${iban.slice(0, 2)} has ${specs.chars} characters, this one ${iban.length}`
    if (has(ValidationErrorsIBAN.WrongIBANChecksum))
      return 'The check digits of this IBAN do not fit: a digit is wrong, or two are swapped'
    return 'This IBAN is not built like one of its country'
  })()
  return { field: 'accountNumber', message }
}

function bicProblem(bic: string, iban: string): NumberProblem | null {
  if (bic === '') return { field: 'bic', message: 'BIC is required' }
  if (!validateBIC(bic).valid)
    return { field: 'bic', message: 'Enter the BIC, eight or eleven letters and digits' }
  if (iban && !sharesCountry(bic.slice(4, 6), iban.slice(0, 2)))
    return { field: 'bic', message: 'This BIC is of another country than the IBAN' }
  return null
}

/** French overseas territories and Crown dependencies have IBANs of the country whose banks serve them. */
const banksOf: Record<string, readonly string[]> = {
  FR: ['GF', 'GP', 'MQ', 'RE', 'PF', 'TF', 'YT', 'NC', 'BL', 'MF', 'PM', 'WF', 'MC'],
  GB: ['IM', 'JE', 'GG'],
}
const sharesCountry = (bank: string, iban: string) =>
  bank === iban || (banksOf[iban]?.includes(bank) ?? false)

/** Returns the country of an account by ISO 3166, of an IBAN the one that it starts with. */
export function countryOfAccount(kind: AccountKind, accountNumber: string): string {
  if (kind === 'iban') return accountNumber.slice(0, 2)
  return kind === 'uk' ? 'GB' : 'US'
}

/**
 * Returns the texts that identify an account; none without a number. An IBAN of the UK contains sort code
 * and account number, by which it is the same account; the IBAN itself comes second.
 */
export function accountNames({
  accountKind,
  accountNumber,
  routingNumber,
}: Omit<AccountNumbers, 'bic'>): string[] {
  if (accountNumber === '') return []
  if (accountKind !== 'iban') return [`${routingNumber}:${accountNumber}`]
  const iban = `:${accountNumber}`
  if (!accountNumber.startsWith('GB')) return [iban]
  return [`${accountNumber.slice(8, 14)}:${accountNumber.slice(14)}`, iban]
}
