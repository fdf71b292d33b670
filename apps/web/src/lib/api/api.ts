/** The platform's API, typed by its contract; every call carries the session of the moment. */
import { createORPCClient, ORPCError, onError } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import { BatchLinkPlugin } from '@orpc/client/plugins'
import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { contract } from '@semblance/contract'
import { apiFetch } from './api-fetch.ts'
import { repeatAfterProof } from './proof.ts'

type AccessTokenSource = () => Promise<string | null>

/**
 * Resolves to the access token's source. Requests made before the session sets it wait: they must
 * not be sent as a visitor's.
 */
const accessTokenSource = Promise.withResolvers<AccessTokenSource>()

let onSessionEnded: () => void = () => {}

/** Sets the source of access tokens; used once, by the session. */
export const setAccessTokenSource = accessTokenSource.resolve

/** Sets the handler for answers that report the end of the call's session. */
export function setSessionEndedHandler(handler: () => void): void {
  onSessionEnded = handler
}

/** Reports an ended session, for calls that do not pass through the client below. */
export const reportSessionEnded = () => onSessionEnded()

export async function authorizationHeader(): Promise<Record<string, string>> {
  const readAccessToken = await accessTokenSource.promise
  const token = await readAccessToken()
  return token ? { authorization: `Bearer ${token}` } : {}
}

const link = new RPCLink({
  url: `${location.origin}/api/rpc`,
  headers: authorizationHeader,
  fetch: apiFetch,
  // Sends simultaneous calls of a page as one request.
  plugins: [new BatchLinkPlugin({ groups: [{ condition: () => true, context: {} }] })],
  interceptors: [
    repeatAfterProof,
    onError((error) => {
      if (error instanceof ORPCError && error.code === 'session_ended') onSessionEnded()
    }),
  ],
})

/** Calls a procedure directly: `api.dprs.create({ ... })`. */
export const api: ContractRouterClient<typeof contract> = createORPCClient(link)

/**
 * Holds query and mutation options for TanStack Query: `orpc.dprs.list.queryOptions({ input })`.
 */
export const orpc = createTanstackQueryUtils(api)
