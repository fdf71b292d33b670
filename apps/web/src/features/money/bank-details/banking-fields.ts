import type { AccountKind, BankingDetails, BankingForm } from '@semblance/contract'

export type FieldName = keyof BankingForm
/** Holds the fields as typed; '' if nothing was chosen. */
export type BankingValues = Record<Exclude<FieldName, 'accountKind'>, string> & {
  accountKind: AccountKind
}

/** Names the fields, in the order of the form, for an account in the US. */
const usLabels: Record<FieldName, string> = {
  accountKind: 'Where is the account?',
  accountHolderName: 'Account holder name',
  accountNumber: 'Account number',
  routingNumber: 'Routing number',
  bic: 'BIC',
  bankName: 'Bank name',
  accountType: 'Account type',
  taxId: 'Tax ID',
  vatNumber: 'VAT number',
  businessType: 'Business type',
  taxAddress: 'Tax address',
  taxCity: 'City',
  taxState: 'State',
  taxZip: 'ZIP code',
  additionalNotes: 'Additional notes',
}

const abroad = { taxState: 'State or region', taxZip: 'Postal code' }
const otherLabels: Record<AccountKind, Partial<Record<FieldName, string>>> = {
  us: {},
  iban: { ...abroad, accountNumber: 'IBAN' },
  uk: { ...abroad, routingNumber: 'Sort code' },
}

export const labelOf = (name: FieldName, kind: AccountKind): string =>
  otherLabels[kind][name] ?? usLabels[name]

export const fieldNames = Object.keys(usLabels) as FieldName[]

export const fieldId = (name: FieldName) => `banking-${name}`

/** Never kept in the browser's storage. */
export const numberFields = ['accountNumber', 'routingNumber', 'bic', 'taxId'] as const

/** Returns the form's initial values. The stored numbers are unknown here, and unchanged when left empty. */
export function valuesOf(details: BankingDetails | null, likely: AccountKind): BankingValues {
  const known: Partial<Record<FieldName, string>> = details ?? {}
  const texts = Object.fromEntries(fieldNames.map((name) => [name, known[name] ?? '']))
  return { ...texts, accountKind: details?.accountKind ?? likely } as BankingValues
}

export const masked = (last4: string) => `•••• ${last4}`
