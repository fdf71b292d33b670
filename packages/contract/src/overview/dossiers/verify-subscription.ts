/**
 * Checks the steps of the subscription that a deal's request was ordered for: that they follow from each other, that the request
 * was made while its revision was open, and that it is on the terms of the subscription.
 */
import { z } from 'zod'
import { canonicalJson, type LeafPayload } from '../../core/transparency/leaves.ts'
import type { Dossier } from './dossier.ts'
import type { Report } from './dossier-findings.ts'
import { orderedBy, type Step } from './verify-chains.ts'

type Context = { manifest: Dossier; steps: Step[]; report: Report }

/** Checks nothing of a subscription whose steps are not all here, which is reported where they are missing. */
export function verifySubscription({ manifest, steps, report }: Context): void {
  const posted = steps.find(({ payload }) => orderedBy(payload) !== null)
  const asked = posted && orderedBy(posted.payload)
  if (!posted || !asked) return
  const own = steps.filter(({ chain }) => chain === asked.subscription)
  const leaves = manifest.chains.find(({ id }) => id === asked.subscription)?.leaves ?? []
  const [first] = own
  if (!first || own.length < leaves.length) return
  if (first.payload.type !== 'subscription.started') {
    report('subscription_before_log', first.place)
    return
  }
  if (!keepsTerms(first.payload.body.terms, asked))
    report('subscription_terms_differ', posted.place)
  let state: State | null = null
  for (const step of own) {
    state = after(state, step.payload)
    if (!state) {
      report('subscription_contradicted', step.place)
      return
    }
    const isOpen = state.status === 'active' && state.open === asked.subscriptionRevision
    if (step.commitment === posted.payload.prev && !isOpen)
      report('revision_not_open', posted.place)
  }
}

type State = { status: 'active' | 'paused' | 'ended'; open: number | null; opened: number }

/** Returns the state of a subscription after a step; null if the step cannot follow. */
function after(before: State | null, { type, body }: LeafPayload): State | null {
  if (type === 'subscription.started')
    return before === null ? { status: 'active', open: null, opened: 0 } : null
  if (!before) return null
  const { status, open, opened } = before
  const { number } = body
  switch (type) {
    case 'subscription.paused':
      return status === 'active' ? { ...before, status: 'paused' } : null
    case 'subscription.resumed':
      return status === 'paused' ? { ...before, status: 'active' } : null
    case 'subscription.ended':
      return status === 'ended' ? null : { ...before, status: 'ended' }
    case 'revision.opened':
      return status === 'active' && open === null && number === opened + 1
        ? { status, open: number, opened: number }
        : null
    case 'revision.ended':
      return open !== null && number === open ? { ...before, open: null } : null
    default:
      return null
  }
}

const kept = ['priceCents', 'license', 'minRecords', 'minAccuracyPercent', 'privacyLevel'] as const

const subscribed = z.looseObject({})

/** Numbers are compared as text: a request states the fewest rows as text. */
function keepsTerms(terms: unknown, asked: Record<string, unknown>): boolean {
  const agreed = subscribed.safeParse(terms).data
  const textOf = (value: unknown) =>
    canonicalJson(typeof value === 'number' ? String(value) : (value ?? null))
  return agreed !== undefined && kept.every((name) => textOf(agreed[name]) === textOf(asked[name]))
}
