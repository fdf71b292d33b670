/** Says for each operation whether its caller needs a token, and with which scopes. */
import type { OpenAPI } from '@orpc/openapi'

/** Lists the reads for which a caller has to be signed in, by operation or by group. */
const closedReads = new Set([
  'events',
  'settings',
  'support',
  'samples',
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
  isRead: boolean,
): OpenAPI.SecurityRequirementObject[] {
  const [group = ''] = operationId.split('.')
  const isClosed = closedReads.has(group) || closedReads.has(operationId)
  const isOpen = isRead ? !isClosed : openChanges.has(operationId)
  const token = { bearer: scopesOf() }
  return isOpen ? [token, {}] : [token]
}

/** Returns the scopes that a token needs. Sessions of people have no scopes: they may do all. */
const scopesOf = (): string[] => []
