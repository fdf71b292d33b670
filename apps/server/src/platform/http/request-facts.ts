/** Carries what becomes known of a request while it is answered to the log that its organization reads. */
import { AsyncLocalStorage } from 'node:async_hooks'

export type RequestFacts = {
  /** The key that was presented, if it exists. */
  keyId?: string
  /** Lists the procedures that were called; several of one batch. */
  operations: string[]
  /** The code of the error. */
  code?: string
}

const current = new AsyncLocalStorage<RequestFacts>()

/** Runs `work`, and collects in `facts` what it notes. */
export const collectFacts = <T>(facts: RequestFacts, work: () => T): T => current.run(facts, work)

/** Notes a fact of the request under way; does nothing outside of one. */
export function noteFact(fact: Partial<Omit<RequestFacts, 'operations'>>): void {
  const facts = current.getStore()
  if (facts) Object.assign(facts, fact)
}

/** Returns the key that the request under way has presented and the database knows; undefined without one. */
export const presentedKeyId = (): string | undefined => current.getStore()?.keyId

export function noteOperation(operation: string): void {
  current.getStore()?.operations.push(operation)
}
