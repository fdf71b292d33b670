import { oc } from '@orpc/contract'
import { z } from 'zod'
import { requiredText } from '../core/text.ts'
import { type AccountKind, accountKinds, accountProblems, compactNumber } from './bank-accounts.ts'
import { compactVat, vatProblem } from './vat.ts'

export const accountTypes = {
  checking: 'Checking',
  savings: 'Savings',
  'business-checking': 'Business checking',
  'business-savings': 'Business savings',
} as const
export type AccountType = keyof typeof accountTypes

export const businessTypes = {
  'sole-proprietorship': 'Sole proprietorship',
  llc: 'LLC',
  corporation: 'Corporation',
  partnership: 'Partnership',
  's-corp': 'S-Corp',
} as const
export type BusinessType = keyof typeof businessTypes

/** Sets the banking days before a payout to a replaced account: 72 hours. */
export const payoutHoldBankDays = 3
export const payoutHoldHours = payoutHoldBankDays * 24

const digitsOf = (text: string) => text.replace(/[\s-]/g, '')

const taxId = z
  .string()
  .max(40, 'Tax ID is too long')
  .transform((text) => text.replace(/\s/g, '').toUpperCase())
  .refine(
    (text) => text === '' || (/^[A-Z0-9-]+$/.test(text) && digitsOf(text).length >= 5),
    'Enter the tax ID, at least five letters and digits',
  )

const compact = (label: string) =>
  z.string().max(60, `${label} is too long`).transform(compactNumber)

export const bankingForm = z.object({
  bankName: requiredText('Bank name', 200),
  accountHolderName: requiredText('Account holder name', 200),
  accountKind: z.enum(Object.keys(accountKinds) as [AccountKind]).default('us'),
  /** An account number or an IBAN; empty where the one on file stays. */
  accountNumber: compact('Account number'),
  /** A routing number or a sort code; empty for an IBAN. */
  routingNumber: compact('Routing number').default(''),
  bic: compact('BIC').default(''),
  accountType: z.enum(Object.keys(accountTypes) as [AccountType], 'Account type is required'),
  taxId,
  vatNumber: z.string().max(30, 'VAT number is too long').transform(compactVat).default(''),
  businessType: z.enum(Object.keys(businessTypes) as [BusinessType], 'Business type is required'),
  taxAddress: requiredText('Tax address', 500),
  taxCity: requiredText('City', 200),
  taxState: z.string().trim().max(200, 'State is too long').default(''),
  taxZip: requiredText('ZIP code', 20),
  additionalNotes: z.string().trim().max(5000, 'Notes are too long (5000 characters at most)'),
})
export type BankingForm = z.infer<typeof bankingForm>

export type BankingProblem = { field: keyof BankingForm; message: string }

type OnFile = Pick<BankingForm, 'accountKind' | 'routingNumber' | 'bic'>

/**
 * Returns what the form's fields are wrong about together: numbers that do not fit the kind of account, or
 * are not on file, the account number if the bank changes, a US address without a state.
 */
export function bankingProblems(
  form: Pick<
    BankingForm,
    'accountKind' | 'accountNumber' | 'routingNumber' | 'bic' | 'taxId' | 'vatNumber' | 'taxState'
  >,
  onFile: OnFile | null,
): BankingProblem[] {
  const problems: BankingProblem[] = accountProblems(form)
  const isSameBank =
    form.accountKind === onFile?.accountKind &&
    form.routingNumber === onFile.routingNumber &&
    form.bic === onFile.bic
  if (!form.accountNumber && !onFile)
    problems.unshift({
      field: 'accountNumber',
      message: form.accountKind === 'iban' ? 'IBAN is required' : 'Account number is required',
    })
  else if (!form.accountNumber && !isSameBank)
    problems.unshift({
      field: 'accountNumber',
      message: 'Enter the account number of the new bank, too',
    })
  if (!form.taxId && !onFile) problems.push({ field: 'taxId', message: 'Tax ID is required' })
  const vat = form.vatNumber && vatProblem(form.vatNumber)
  if (vat) problems.push({ field: 'vatNumber', message: vat })
  if (form.accountKind === 'us' && !form.taxState)
    problems.push({ field: 'taxState', message: 'State is required' })
  return problems
}

/** Account number and tax ID never come back; people see the last four characters. */
export const bankingDetails = z.object({
  /** The revision that the form was loaded with, sent back on saving. */
  revision: z.number().int(),
  bankName: z.string(),
  accountHolderName: z.string(),
  accountKind: z.enum(Object.keys(accountKinds) as [AccountKind]),
  /** Holds the account's country, an ISO 3166 code. */
  accountCountry: z.string(),
  accountLast4: z.string(),
  /** A routing number or a sort code; empty for an IBAN. */
  routingNumber: z.string(),
  /** Holds the BIC of the bank; empty for US and UK accounts. */
  bic: z.string(),
  accountType: z.enum(Object.keys(accountTypes) as [AccountType]),
  taxIdLast4: z.string(),
  /** Fits its country's form and check digits, and is not checked with an authority. Empty for none. */
  vatNumber: z.string(),
  businessType: z.enum(Object.keys(businessTypes) as [BusinessType]),
  taxAddress: z.string(),
  taxCity: z.string(),
  taxState: z.string(),
  taxZip: z.string(),
  additionalNotes: z.string(),
  /** Payouts wait until then, because the account changed; null when none waits. */
  holdUntil: z.date().nullable(),
  accountChangedAt: z.date(),
  updatedAt: z.date(),
})
export type BankingDetails = z.infer<typeof bankingDetails>

export const banking = {
  get: oc
    .route({
      method: 'GET',
      path: '/banking',
      summary: "The organization's bank account and tax details, numbers masked",
    })
    .output(bankingDetails.nullable()),
  /** An empty account number or tax ID keeps the one on file. May ask for a proof (`proof_needed`). */
  save: oc
    .route({
      method: 'PUT',
      path: '/banking',
      summary: "Save the organization's bank account and tax details (finance, administrator)",
    })
    .input(
      bankingForm.extend({
        revision: z.number().int().min(0).describe('0 when nothing is on file'),
      }),
    )
    .output(bankingDetails),
}
