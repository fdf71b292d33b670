import type { ContractRouterClient } from '@orpc/contract'
import type { JsonifiedClient } from '@orpc/openapi-client'
import type { contract } from '@semblance/contract'

/** Lets a call be repeated later, by another process too: its Idempotency-Key, in place of a random one. */
export type CallOptions = { idempotencyKey?: string }

/** Holds every procedure. Amounts in cents and times are texts in answers; inputs take bigint and Date. */
export type Api = JsonifiedClient<ContractRouterClient<typeof contract, CallOptions>>
