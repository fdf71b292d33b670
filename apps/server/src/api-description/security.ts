/** Says for each operation whether its caller needs a session or a key, and which scope of a key. */
import type { OpenAPI } from '@orpc/openapi'
import { type KeyAccess, keyAccessOf } from '@semblance/contract'

/** Lists the reads for which a caller has to be signed in, by operation or by group. */
const closedReads = new Set([
  'events',
  'settings',
  'support',
  'samples',
  'keys',
  'webhooks',
  'legal.listOwn',
  'legal.listOfOrganization',
  'market.savedSearches',
  'organizations.listInvitations',
  'organizations.receivedInvitations',
])

/** Lists the changes that visitors may make. */
const openChanges = new Set(['support.open'])

/**
 * Returns what an operation asks of its caller. Visitors read the market, and the samples of everything
 * else where there are some; a token that is sent is checked in any case.
 */
export function securityOf(
  operationId: string,
  method: string,
): OpenAPI.SecurityRequirementObject[] {
  const [group = ''] = operationId.split('.')
  const isClosed = closedReads.has(group) || closedReads.has(operationId)
  const isOpen = method === 'get' ? !isClosed : openChanges.has(operationId)
  const bearers = bearersOf(keyAccessOf(operationId, method.toUpperCase()) ?? 'never')
  return isOpen ? [...bearers, {}] : bearers
}

/** Returns the bearers of which one is needed: a session of a person, or a key with a scope where keys may do it. */
export function bearersOf(access: KeyAccess): OpenAPI.SecurityRequirementObject[] {
  const session = { session: [] }
  return access === 'never' ? [session] : [session, { key: access === 'any' ? [] : [access] }]
}
