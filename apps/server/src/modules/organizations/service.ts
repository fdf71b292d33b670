import { randomInt } from 'node:crypto'
import type { Viewer } from '@semblance/contract'
import type { Actor } from '../../platform/context.ts'
import type { Tx } from '../../platform/db.ts'
import { insertOrganization, type NewOrganization } from './queries.ts'

export function describeViewer(actor: Actor): Viewer {
  const { organization } = actor
  return {
    userId: actor.userId,
    roles: [...actor.roles],
    membership: actor.membership,
    organization: organization && {
      name: organization.name,
      organizationId: organization.organizationId,
      isClient: organization.isClient,
      isVendor: organization.isVendor,
      isSample: organization.isSample,
    },
  }
}

/** Creates an organization under a fresh ID of the form ORG-12345-ABCDE; returns its row id and that ID. */
export async function createOrganization(
  tx: Tx,
  organization: NewOrganization,
): Promise<{ id: string; organizationId: string }> {
  // About 10^12 IDs: a collision is one in millions, so a few tries never run out.
  for (let attempt = 0; attempt < 5; attempt++) {
    const organizationId = randomOrganizationId()
    const id = await insertOrganization(tx, { ...organization, organization_id: organizationId })
    if (id) return { id, organizationId }
  }
  throw new Error('no free organization ID found')
}

function randomOrganizationId(): string {
  const digits = String(randomInt(100_000)).padStart(5, '0')
  const letters = Array.from({ length: 5 }, () => String.fromCharCode(65 + randomInt(26))).join('')
  return `ORG-${digits}-${letters}`
}
