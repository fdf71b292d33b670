/** The bank accounts that the sample vendors are paid to. No number is anybody's. */
import { saveBanking } from '../banking/service.ts'
import type { Cast } from './cast.ts'
import type { CompanyKey } from './companies.ts'

/** Long enough ago for everything the samples tell of. */
const ACCOUNT_AGE_DAYS = 400
const DAY_MS = 86_400_000

const accounts: Partial<Record<CompanyKey, { bank: string; number: string; taxId: string }>> = {
  meridian: { bank: 'Charles River Bank', number: '4400018826', taxId: '00-1184427' },
  cohort: { bank: 'Lakeshore Savings', number: '7210093354', taxId: '00-2290613' },
  nagare: { bank: 'Pacific Union Bank', number: '1830047719', taxId: '00-3317795' },
  tessera: { bank: 'Bay Commercial Bank', number: '5560021147', taxId: '00-4426038' },
}

const addresses = {
  taxAddress: '12 Harbor Street',
  taxCity: 'Boston',
  taxState: 'MA',
  taxZip: '02110',
}

export async function loadBanking({ acting }: Cast): Promise<void> {
  const at = new Date(Date.now() - ACCOUNT_AGE_DAYS * DAY_MS)
  for (const [key, { bank, number, taxId }] of Object.entries(accounts)) {
    const ctx = acting(key as CompanyKey, at)
    const { id, name } = ctx.actor.organization!
    await saveBanking(ctx, id, {
      revision: 0,
      bankName: bank,
      accountHolderName: name,
      accountNumber: number,
      routingNumber: '021000021',
      accountType: 'business-checking',
      taxId,
      businessType: 'corporation',
      ...addresses,
      additionalNotes: '',
    })
  }
}
