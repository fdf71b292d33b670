/** A market whose organizations are billed, and what the tests of it ask and do. */
import { plans } from '@semblance/contract'
import { afterEach } from 'vitest'
import { balances, expectSoundLedger } from '../../../testing/deals.ts'
import type { Api, Person } from '../../../testing/market.ts'
import { useMarket } from '../../../testing/use-market.ts'
import { runBilling } from './service.ts'

export type Method = Parameters<Api['billing']['saveMethod']>[0]

type Billed = Person & { admin: Person }

export const DAY_MS = 86_400_000
export const PRICE = plans.professional.priceCents

export const accountEnding = (ending: string) => ({
  accountHolderName: 'Halden Retail',
  accountNumber: `00012345${ending}`,
  routingNumber: '021000021',
  bankName: 'First Bank',
  accountType: 'business-checking' as const,
})

export const methodEnding = (ending = '6789'): Method => ({
  bankAccount: accountEnding(ending),
  isAuthorized: true,
})

export const read = (person: Pick<Person, 'api'>) => person.api.billing.get()

export const chargesOf = async (person: Pick<Person, 'api'>) =>
  (await person.api.billing.charges({})).items

export async function useBilling() {
  const { market } = await useMarket({}, { bankDaySeconds: 86_400 })
  afterEach(() => expectSoundLedger(market))

  async function newOrganization(side: 'client' | 'vendor' | 'both' = 'client'): Promise<Billed> {
    const person = await market.member(side)
    return { ...person, admin: await market.colleague(person, 'administrator') }
  }

  const run = (now: Date) => runBilling(market.platform, now)
  const revenue = async () => (await balances(market)).get('subscription_revenue') ?? 0n

  /** Ends the running period of the organization. */
  async function endPeriod(person: Pick<Person, 'api'>): Promise<Date> {
    const { periodEnd } = await read(person)
    await run(periodEnd)
    return periodEnd
  }

  async function charged(ending = '6789'): Promise<Billed> {
    const organization = await newOrganization()
    await organization.admin.api.billing.saveMethod(methodEnding(ending))
    await endPeriod(organization)
    return organization
  }

  const sql = async <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    (await market.platform.db.pool.query<Row>(text, values)).rows

  const actionsOn = async (person: Person) =>
    (
      await sql<{ action: string }>(
        `select action from app.audit_log where object = $1 and action <> 'bank_account.reveal' order by seq`,
        [`organization:${person.organization.id}`],
      )
    ).map(({ action }) => action)

  return { market, newOrganization, run, revenue, endPeriod, charged, sql, actionsOn }
}
