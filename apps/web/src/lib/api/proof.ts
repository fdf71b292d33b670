/**
 * Asks the person for a proof of who they are when a call is refused for want of one, and repeats the
 * call. Calls that are refused at the same time share one question.
 */
import { ORPCError } from '@orpc/client'
import type { ErrorCode, ErrorDetail, ProofMethod } from '@semblance/contract'
import { useSyncExternalStore } from 'react'

/** Describes an open question; `methods` is null where the refusal did not name them. */
export type ProofRequest = { methods: ProofMethod[] | null }

export const PROOF_NEEDED = 'proof_needed' satisfies ErrorCode

/** Replaces the server's code and text where the person declined to prove themselves. */
export const DECLINED = 'declined'
export const notConfirmed = 'It was not confirmed that it is you, so this was not done.'

type Open = ProofRequest & { answer: Promise<boolean>; settle: (isProved: boolean) => void }

let open: Open | null = null
/** Counts the proofs given in this tab. */
let proofs = 0
const listeners = new Set<() => void>()

function set(next: Open | null) {
  open = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns the open question, or null. */
export const useProofRequest = (): ProofRequest | null =>
  useSyncExternalStore(subscribe, () => open)

export const isProofAsked = (): boolean => open !== null

/** Answers the open question: true once the session is proved, false if the person declined. */
export function settleProof(isProved: boolean): void {
  if (isProved) proofs += 1
  const settled = open
  set(null)
  settled?.settle(isProved)
}

function ask(methods: ProofMethod[] | null): Promise<boolean> {
  if (open) return open.answer
  const { promise, resolve } = Promise.withResolvers<boolean>()
  set({ methods, answer: promise, settle: resolve })
  return promise
}

/**
 * Calls, and calls once more after a proof if the first answer lacked one. `refusalOf` returns the
 * methods that the refusal names, or undefined for every other answer; `decline` makes the answer for
 * a person who gave no proof.
 */
export async function callWithProof<Answer>(
  call: () => Promise<Answer>,
  refusalOf: (answer: Answer) => ProofMethod[] | null | undefined,
  decline: (answer: Answer) => Answer,
): Promise<Answer> {
  const proofsBefore = proofs
  const answer = await call()
  const methods = refusalOf(answer)
  if (methods === undefined) return answer
  // A proof given while this call was under way is enough for it.
  const isProved = proofs !== proofsBefore || (await ask(methods))
  return isProved ? await call() : decline(answer)
}

/** Reports that a call was not made because the person declined to prove themselves. */
export class DeclinedProof extends ORPCError<typeof PROOF_NEEDED, unknown> {}

type Outcome = { value: unknown } | { error: unknown }

/** Repeats procedures of the API, with the same input and so with the same keys of requests. */
export async function repeatAfterProof<Value>({
  next,
}: {
  next: () => Promise<Value>
}): Promise<Value> {
  const outcome = await callWithProof<Outcome>(
    () =>
      next().then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      ),
    (answer) => ('error' in answer ? methodsNamed(answer.error) : undefined),
    () => ({ error: new DeclinedProof(PROOF_NEEDED, { status: 403, message: notConfirmed }) }),
  )
  if ('error' in outcome) throw outcome.error
  return outcome.value as Value
}

function methodsNamed(error: unknown): ProofMethod[] | null | undefined {
  if (!(error instanceof ORPCError) || error.code !== PROOF_NEEDED) return undefined
  return (error.data as ErrorDetail | undefined)?.methods ?? null
}
