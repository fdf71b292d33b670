import type { Api } from '../../../testing/market.ts'

export type Input = Parameters<Api['banking']['save']>[0]

export const form: Input = {
  revision: 0,
  bankName: 'First Bank',
  accountHolderName: 'Meridian Data',
  accountNumber: '000123456789',
  routingNumber: '021000021',
  accountType: 'business-checking',
  taxId: '12-3456780',
  businessType: 'llc',
  taxAddress: '1 Market Street',
  taxCity: 'San Francisco',
  taxState: 'CA',
  taxZip: '94105',
  additionalNotes: '',
}
/** As the page sends it when nothing was typed into the numbers. */
export const unchanged: Input = { ...form, revision: 1, accountNumber: '', taxId: '' }
export const otherAccount: Input = { ...unchanged, accountNumber: '999888777666' }
