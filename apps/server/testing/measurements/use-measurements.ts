/** Measurements that a vendor reserves, begins and announces, with a registered key, at a market of the test file. */
import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { measurementType } from '@semblance/contract'
import { ENGINE_VERSION } from '@semblance/synth'
import { CompactSign, calculateJwkThumbprint, exportJWK } from 'jose'
import { costOf } from '../../src/delivery/sources/budget.ts'
import { fundedDeal } from '../fixtures/deal-fixtures.ts'
import { useMarket } from '../fixtures/use-market.ts'

type Key = {
  privateKey: KeyObject
  jwk: { kty: 'EC'; crv: 'P-256'; x: string; y: string }
  kid: string
}

export async function newKey(): Promise<Key> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = await exportJWK(publicKey)
  const jwk = { kty: 'EC', crv: 'P-256', x, y } as const
  return { privateKey, jwk, kid: await calculateJwkThumbprint(jwk) }
}

export const sign = async ({ privateKey, kid }: Key, payload: object): Promise<string> =>
  await new CompactSign(Buffer.from(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'ES256', typ: measurementType, kid })
    .sign(privateKey)

export type Measurements = Awaited<ReturnType<typeof useMeasurements>>

export async function useMeasurements() {
  const { market, client, vendor, other } = await useMarket({
    client: 'client',
    vendor: 'vendor',
    other: 'vendor',
  })
  const key = await newKey()
  const admin = await market.colleague(vendor, 'administrator')
  await admin.api.signingKeys.register({ name: 'Vault', jwk: key.jwk })

  const rows = async (text: string, values: unknown[] = []) =>
    (await market.platform.db.pool.query(text, values)).rows
  let sources = 0
  const newSource = async (limit = 10n * costOf(3)): Promise<string> => {
    sources += 1
    const [made] = await rows(
      `insert into sources (vendor, name, rho_limit_billionths) values ($1, $2, $3) returning id`,
      [vendor.organization.id, `Panel ${sources}`, limit],
    )
    return made.id
  }
  const reserve = async (contractId: string, source: string, by = vendor) =>
    await by.api.measurements.reserve({
      contractId,
      id: randomUUID(),
      source: { id: source },
      engineVersion: ENGINE_VERSION,
    })
  /** Reserves and announces a measurement. */
  const begun = async () => {
    const deal = await fundedDeal(client, vendor)
    const reserved = await reserve(deal.contractId, await newSource())
    await vendor.api.measurements.begin({ measurementId: reserved.id, prints: [] })
    return { deal, ...reserved, measurementId: reserved.id }
  }
  const put = (
    id: string,
    name: 'model' | 'reports',
    body: string | Uint8Array<ArrayBuffer>,
    by = vendor,
  ) =>
    market.fetch(`/api/measurements/${id}/${name}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${by.token}` },
      body,
    })
  const state = (measurementId: string, statement: string) =>
    vendor.api.measurements.state({ measurementId, statement })
  const spentOn = async (contractId: string) =>
    await rows('select state, rho_billionths as rho, delta from source_spendings where deal = $1', [
      contractId,
    ])
  return {
    ...{ market, client, vendor, other, admin, key },
    ...{ rows, newSource, reserve, begun, put, state, spentOn },
  }
}
