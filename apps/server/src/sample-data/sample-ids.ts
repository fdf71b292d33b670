/** The companies of one set of samples, and what it takes to act for them. */
import { randomUUID } from 'node:crypto'
import { permissionNames } from '@semblance/contract'
import { listOrganizationIds } from '../core/profiles/service.ts'
import type { Tx } from '../platform/database/db.ts'
import type { Ctx, Platform } from '../platform/http/context.ts'
import { type CompanyKey, companyKeys, organizations } from './seed/seed.ts'

export type SampleIds = {
  platform: Platform
  tx: Tx
  /** The load's clock, which all ages count back from. */
  now: Date
  /** Lists the companies of the set; one that an earlier release made has not all of them. */
  keys: readonly CompanyKey[]
  /** Returns an organization's row id. */
  idOf: (key: CompanyKey) => string
  /** Returns the context of a company's own member, at a moment of the past. */
  acting: (key: CompanyKey, at: Date) => Ctx
}

/**
 * Describes the parties of a request, with contexts at a fraction of the time from its posting to
 * its end.
 */
export type Parties = {
  client: (share: number) => Ctx
  vendor: (key: CompanyKey, share: number) => Ctx
  /** The load's clock. */
  now: Date
}

const publicId = (key: CompanyKey) => organizations[key].profile.organization_id

/** Makes new row ids for a set that is about to be loaded. */
export const newSampleIds = (platform: Platform, tx: Tx, now: Date): SampleIds =>
  sampleIds(platform, tx, {
    now,
    ids: new Map(companyKeys.map((key) => [publicId(key), randomUUID()])),
  })

/** Reads the ids of the set that is loaded; null before the first is. */
export async function currentSampleIds(platform: Platform, tx: Tx): Promise<SampleIds | null> {
  const ids = await listOrganizationIds(tx, companyKeys.map(publicId))
  return ids.size > 0 ? sampleIds(platform, tx, { now: new Date(), ids }) : null
}

function sampleIds(
  platform: Platform,
  tx: Tx,
  { now, ids }: { now: Date; ids: Map<string, string> },
): SampleIds {
  const idOf = (key: CompanyKey) => ids.get(publicId(key))!
  return {
    platform,
    tx,
    now,
    keys: companyKeys.filter((key) => ids.has(publicId(key))),
    idOf,
    acting: (key, at) => contextOf({ platform, tx, now: at }, key, idOf(key)),
  }
}

function contextOf(moment: Pick<Ctx, 'platform' | 'tx' | 'now'>, key: CompanyKey, id: string): Ctx {
  const { name, organization_id, is_client, is_vendor } = organizations[key].profile
  return {
    ...moment,
    actor: {
      userId: null,
      email: null,
      roles: [],
      may: permissionNames,
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
}

const DAY_MS = 86_400_000

/** Returns the moment so many days before the load. */
export const daysBefore = ({ now }: Pick<SampleIds, 'now'>, days: number): Date =>
  new Date(now.getTime() - days * DAY_MS)
