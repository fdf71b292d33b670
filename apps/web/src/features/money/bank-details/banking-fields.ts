import type { BankingDetails, BankingForm } from '@semblance/contract'

export type FieldName = keyof BankingForm
/** Holds the fields as typed; '' if nothing was chosen. */
export type BankingValues = Record<FieldName, string>

/** Names the fields, in the order of the form. */
export const fieldLabels: Record<FieldName, string> = {
  bankName: 'Bank name',
  accountHolderName: 'Account holder name',
  accountNumber: 'Account number',
  routingNumber: 'Routing number',
  accountType: 'Account type',
  taxId: 'Tax ID',
  businessType: 'Business type',
  taxAddress: 'Tax address',
  taxCity: 'City',
  taxState: 'State',
  taxZip: 'ZIP code',
  additionalNotes: 'Additional notes',
}

export const fieldNames = Object.keys(fieldLabels) as FieldName[]

export const fieldId = (name: FieldName) => `banking-${name}`

/** Never kept in the browser's storage. */
export const numberFields = ['accountNumber', 'routingNumber', 'taxId'] as const

/** Returns the form's initial values. The stored numbers are unknown here, and unchanged when left empty. */
export function valuesOf(details: BankingDetails | null): BankingValues {
  const known: Partial<Record<FieldName, string>> = details ?? {}
  return Object.fromEntries(fieldNames.map((name) => [name, known[name] ?? ''])) as BankingValues
}

export const masked = (last4: string) => `•••• ${last4}`
