import { oc } from '@orpc/contract'
import { z } from 'zod'
import { requiredText } from '../core/text.ts'

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

/** Empty where the number on file stays; `missingNumbers` says where that will not do. */
const accountNumber = z
  .string()
  .max(40, 'Account number is too long')
  .transform(digitsOf)
  .refine((digits) => /^(\d{5,17})?$/.test(digits), 'Enter the account number, 5 to 17 digits')

const routingNumber = requiredText('Routing number', 40)
  .transform(digitsOf)
  .refine((digits) => /^\d{9}$/.test(digits), 'Enter the routing number, nine digits')

const taxId = z
  .string()
  .max(40, 'Tax ID is too long')
  .transform((text) => text.replace(/\s/g, '').toUpperCase())
  .refine(
    (text) => text === '' || (/^[A-Z0-9-]+$/.test(text) && digitsOf(text).length >= 5),
    'Enter the tax ID, at least five letters and digits',
  )

export const bankingForm = z.object({
  bankName: requiredText('Bank name', 200),
  accountHolderName: requiredText('Account holder name', 200),
  accountNumber,
  routingNumber,
  accountType: z.enum(Object.keys(accountTypes) as [AccountType], 'Account type is required'),
  taxId,
  businessType: z.enum(Object.keys(businessTypes) as [BusinessType], 'Business type is required'),
  taxAddress: requiredText('Tax address', 500),
  taxCity: requiredText('City', 200),
  taxState: requiredText('State', 200),
  taxZip: requiredText('ZIP code', 20),
  additionalNotes: z.string().trim().max(5000, 'Notes are too long (5000 characters at most)'),
})
export type BankingForm = z.infer<typeof bankingForm>

/** Parses the form if nothing is on file: an empty number is refused. */
export const firstBankingForm = bankingForm.extend({
  accountNumber: accountNumber.refine(Boolean, 'Account number is required'),
  taxId: taxId.refine(Boolean, 'Tax ID is required'),
})

/**
 * Returns the fields that must not be empty, with messages: a number that is not on file, and the
 * account number if the bank changes.
 */
export function missingNumbers(
  form: Pick<BankingForm, 'accountNumber' | 'routingNumber' | 'taxId'>,
  onFile: { routingNumber: string } | null,
): { field: 'accountNumber' | 'taxId'; message: string }[] {
  const missing: ReturnType<typeof missingNumbers> = []
  if (!form.accountNumber && !onFile)
    missing.push({ field: 'accountNumber', message: 'Account number is required' })
  else if (!form.accountNumber && form.routingNumber !== onFile?.routingNumber)
    missing.push({
      field: 'accountNumber',
      message: 'Enter the account number of the new bank, too',
    })
  if (!form.taxId && !onFile) missing.push({ field: 'taxId', message: 'Tax ID is required' })
  return missing
}

/** Account number and tax ID never come back; people see the last four characters. */
export const bankingDetails = z.object({
  /** The revision that the form was loaded with, sent back on saving. */
  revision: z.number().int(),
  bankName: z.string(),
  accountHolderName: z.string(),
  accountLast4: z.string(),
  routingNumber: z.string(),
  accountType: z.enum(Object.keys(accountTypes) as [AccountType]),
  taxIdLast4: z.string(),
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
