/**
 * Interprets the stored row: the encryption contexts of its sealed numbers, and the fields that
 * users see.
 */
import type { BankingDetails } from '@semblance/contract'
import type { MaskedDetails } from './queries.ts'

/** Returns the encryption context of an organization's number. */
export const accountContext = (organization: string) =>
  `banking_details.account_number_sealed:${organization}`
export const taxIdContext = (organization: string) =>
  `banking_details.tax_id_sealed:${organization}`

export const toBanking = (row: MaskedDetails, now: Date): BankingDetails => ({
  revision: row.revision,
  bankName: row.bank_name,
  accountHolderName: row.account_holder_name,
  accountKind: row.account_kind,
  accountCountry: row.account_country,
  accountLast4: row.account_last4,
  routingNumber: row.routing_number,
  bic: row.bic ?? '',
  accountType: row.account_type,
  taxIdLast4: row.tax_id_last4,
  vatNumber: row.vat_number ?? '',
  businessType: row.business_type,
  taxAddress: row.tax_address,
  taxCity: row.tax_city,
  taxState: row.tax_state,
  taxZip: row.tax_zip,
  additionalNotes: row.additional_notes,
  holdUntil: row.hold_until && row.hold_until > now ? row.hold_until : null,
  accountChangedAt: row.account_changed_at,
  updatedAt: row.updated_at,
})
