import {
  type BankingDetails,
  type BankingForm,
  bankingForm,
  firstBankingForm,
  missingNumbers,
} from '@semblance/contract'
import type { z } from 'zod'
import type { BankingValues } from './banking-fields.ts'

/**
 * Returns the contract's rules for the first save or for later ones; a select is '' until something
 * is chosen.
 */
export function schemaFor(onFile: BankingDetails | null) {
  const schema = onFile
    ? bankingForm.superRefine((form, context) => {
        for (const { field, message } of missingNumbers(form, onFile))
          context.addIssue({ code: 'custom', path: [field], message })
      })
    : firstBankingForm
  return schema as unknown as z.ZodType<BankingForm, BankingValues>
}
