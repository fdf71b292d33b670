/** The companies of one set of samples, and what it takes to act for them. */
import { randomUUID } from 'node:crypto'
import type { Ctx, Platform } from '../../platform/context.ts'
import type { Tx } from '../../platform/db.ts'
import { type CompanyKey, companies } from './companies.ts'
import { listCompanyIds } from './set-queries.ts'

export type Cast = {
  platform: Platform
  tx: Tx
  /** Row ids. */
  idOf: (key: CompanyKey) => string
  /** The context of a company's own member, at a moment of the past. */
  acting: (key: CompanyKey, at: Date) => Ctx
}

const keys = Object.keys(companies) as CompanyKey[]

/** Of a set that is about to be loaded. */
export const newCast = (platform: Platform, tx: Tx): Cast =>
  castOf(platform, tx, new Map(keys.map((key) => [companies[key].organization_id, randomUUID()])))

/** Of the set that stands; null before the first is loaded. */
export async function standingCast(platform: Platform, tx: Tx): Promise<Cast | null> {
  const ids = await listCompanyIds(
    tx,
    keys.map((key) => companies[key].organization_id),
  )
  return ids.size === keys.length ? castOf(platform, tx, ids) : null
}

function castOf(platform: Platform, tx: Tx, ids: Map<string, string>): Cast {
  const idOf = (key: CompanyKey) => ids.get(companies[key].organization_id)!
  return {
    platform,
    tx,
    idOf,
    acting: (key, now) => {
      const { name, organization_id, is_client, is_vendor } = companies[key]
      const id = idOf(key)
      return {
        tx,
        platform,
        now,
        actor: {
          userId: null,
          email: null,
          roles: [],
          isStaff: false,
          membership: 'active',
          organization: {
            id,
            name,
            organizationId: organization_id,
            isClient: is_client,
            isVendor: is_vendor,
            isSample: true,
          },
          readsAs: { client: is_client ? id : null, vendor: is_vendor ? id : null },
        },
      }
    },
  }
}
