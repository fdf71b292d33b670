/** Carries a request's id to the log lines of all that it causes, jobs included. */
import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<string>()

/** Matches ids that a log line may repeat. */
const REQUEST_ID = /^[\w-]{8,64}$/

/** Names the field of a job's payload that holds the id of the request behind it. */
export const REQUEST_ID_FIELD = 'requestId'

/** Returns the text if it may serve as an id, or null. */
export const parseRequestId = (text: unknown): string | null =>
  typeof text === 'string' && REQUEST_ID.test(text) ? text : null

/** Returns the id of the request that the caller works for, or undefined. */
export const requestId = (): string | undefined => current.getStore()

/** Runs `work` on behalf of the request; null runs it on behalf of none. */
export const onBehalfOf = <T>(id: string | null, work: () => T): T =>
  id === null ? current.exit(work) : current.run(id, work)
