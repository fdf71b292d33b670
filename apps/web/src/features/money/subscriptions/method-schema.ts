import { debitsAuthorized, type MethodForm, methodForm } from '@semblance/contract'
import type { z } from 'zod'

/** Holds the fields as typed; '' if nothing was chosen. */
export type MethodValues = Record<keyof MethodForm, string> & { isAuthorized: boolean }
export type MethodInput = MethodForm & { isAuthorized: true }

/**
 * Adapts the contract's rules to the form: a select is '' until something is chosen, and a box may
 * be empty.
 */
export const methodSchema = methodForm.extend({
  isAuthorized: debitsAuthorized,
}) as unknown as z.ZodType<MethodInput, MethodValues>

export const blankMethod: MethodValues = {
  accountHolderName: '',
  bankName: '',
  routingNumber: '',
  accountNumber: '',
  accountType: '',
  isAuthorized: false,
}
