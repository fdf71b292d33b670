import type { Api, Person } from '../../../testing/market.ts'
import { useMarket } from '../../../testing/use-market.ts'
import { system } from '../../platform/db.ts'
import { getPayoutAccount } from './service.ts'

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

/** A market with real banking days, and what its API does not show. */
export async function useBanking() {
  const { market } = await useMarket({}, { bankDaySeconds: 86_400 })
  const { platform } = market
  const sql = async <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    (await platform.db.pool.query<Row>(text, values)).rows
  return {
    market,
    sql,
    /** Since the person signed in. */
    letTimePass: (person: Pick<Person, 'userId'>, minutes: number) =>
      sql(
        `update auth.sessions set created_at = created_at - $2 * interval '1 minute' where user_id = $1`,
        [person.userId, minutes],
      ),
    payoutAccountOf: ({ organization }: Person) =>
      platform.db.transaction(system, (tx) => getPayoutAccount(tx, platform, organization.id)),
  }
}
