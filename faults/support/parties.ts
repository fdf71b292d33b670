/** A client and a vendor with a bank account, made before any server runs. */
import type { Config } from '../../apps/server/src/platform/config.ts'
import { openDatabase } from '../../apps/server/src/platform/database/db.ts'
import { openTestMarket, type Person } from '../../apps/server/testing/fixtures/market-fixtures.ts'
import { bankingForm } from '../../apps/server/testing/fixtures/payout-fixtures.ts'

export type Party = Pick<Person, 'token' | 'organization' | 'userId' | 'email'>
export type Parties = { client: Party; vendor: Party }

/** Makes both in the database of the connection. The secret is the one that the servers have. */
export async function makeParties(
  connection: Parameters<typeof openDatabase>[0],
  secret: Buffer,
  overrides: Partial<Config>,
): Promise<Parties> {
  const db = openDatabase(connection)
  const market = await openTestMarket(overrides, { db, secret })
  try {
    const [client, vendor] = [await market.member('client'), await market.member('vendor')]
    const administrator = await market.colleague(vendor, 'administrator')
    await administrator.api.banking.save({ ...bankingForm('6789'), revision: 0 })
    return { client, vendor }
  } finally {
    await market.close()
  }
}
