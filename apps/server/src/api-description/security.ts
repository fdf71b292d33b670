/** Says for each operation whether its caller needs a session or a key, and which scope of a key. */
import type { OpenAPI } from '@orpc/openapi'
import { type KeyAccess, keyAccessOf } from '@semblance/contract'
import { isOpenToVisitors } from '../core/api/service.ts'

/**
 * Returns what an operation asks of its caller. A token that is sent is checked in any case, where visitors
 * need none, too.
 */
export function securityOf(
  operationId: string,
  method: string,
): OpenAPI.SecurityRequirementObject[] {
  const bearers = bearersOf(keyAccessOf(operationId, method.toUpperCase()) ?? 'never')
  return isOpenToVisitors(operationId, method) ? [...bearers, {}] : bearers
}

/** Returns the bearers of which one is needed: a session of a person, or a key with a scope where keys may do it. */
export function bearersOf(access: KeyAccess): OpenAPI.SecurityRequirementObject[] {
  const session = { session: [] }
  return access === 'never' ? [session] : [session, { key: access === 'any' ? [] : [access] }]
}
