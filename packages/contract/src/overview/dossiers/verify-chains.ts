/** Checks the leaves of a dossier: that they open, stand in their log, and follow each other without a gap. */
import { hexToBytes } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { type LeafPayload, openedCommitment, readPayload } from '../../core/transparency/leaves.ts'
import { leafHash, verifyInclusion } from '../../core/transparency/tlog.ts'
import type { Dossier, DossierChain, DossierLeaf } from './dossier.ts'
import type { Report } from './dossier-findings.ts'
import { readHashes, type VerifiedLogs } from './verify-logs.ts'

/** Describes a leaf that opens; `seq` counts from 1. */
export type Step = {
  chain: string
  seq: number
  place: string
  payload: LeafPayload
  /** Holds the SHA-256 that the log has of it, in hexadecimal. */
  commitment: string
  /** Counts the logs of the dossier that are older than the one it stands in; null while it is on its way to one. */
  log: number | null
  /** Holds its place in the tree of that log. */
  index: number | null
}

const placeOf = (value: number | null) => value ?? Number.MAX_SAFE_INTEGER

/** Orders steps as they were logged, log by log; those on their way come last. */
export const inLogOrder = (steps: readonly Step[]): Step[] =>
  steps.toSorted((a, b) => placeOf(a.log) - placeOf(b.log) || placeOf(a.index) - placeOf(b.index))

/** Returns the steps that are what the log commits to, in the order of their chains. */
export function verifyChains(
  { deal, side, chains, logs: listed }: Dossier,
  logs: VerifiedLogs,
  report: Report,
): Step[] {
  const steps: Step[] = []
  for (const chain of chains) {
    let before: DossierLeaf | null = null
    for (const [at, leaf] of chain.leaves.entries()) {
      const place = `${chain.id} #${at + 1}`
      verifyPlace(leaf, before, { logs, place, report })
      const payload = openLeaf(leaf, place, report)
      if (payload && follows(payload, chain, { at, before, place, report }))
        steps.push({
          ...{ chain: chain.id, seq: at + 1, place, payload },
          commitment: leaf.commitment,
          log: leaf.place && listed.findIndex(({ origin }) => origin === leaf.place?.origin),
          index: leaf.place?.index ?? null,
        })
      before = leaf
    }
  }
  verifyLinks(chains, steps, report)
  verifyDeal({ deal, side, chains }, steps, report)
  return steps
}

type Where = { place: string; report: Report }

function verifyPlace(
  { commitment, place: stated }: DossierLeaf,
  before: DossierLeaf | null,
  { logs, place, report }: Where & { logs: VerifiedLogs },
): void {
  if (!stated) {
    report('leaf_waiting', place)
    return
  }
  const { origin, index, proof } = stated
  const log = logs.get(origin)
  if (log === null) return // its checkpoint is reported
  const hashes = readHashes(proof)
  const hash = leafHash(hexToBytes(commitment))
  const isIn =
    log && hashes && verifyInclusion(hash, { index, size: log.size, root: log.root, proof: hashes })
  if (!isIn) report('leaf_not_in_log', place)
  if (before?.place?.origin === origin && before.place.index >= index) report('leaf_order', place)
}

/** Returns what a leaf commits to; null if that is not here, or is something else. */
function openLeaf(
  { type, commitment, opening }: DossierLeaf,
  place: string,
  report: Report,
): LeafPayload | null {
  if (!opening) {
    report('opening_erased', place)
    return null
  }
  const payload = readPayload(opening.payload)
  const fits = payload?.type === type && openedCommitment(opening) === commitment
  if (!fits) report('opening_altered', place)
  return fits ? payload : null
}

/** Returns true if a leaf says itself that it stands in this chain, behind the leaf before. */
function follows(
  { deal, seq, prev }: LeafPayload,
  chain: DossierChain,
  { at, before, place, report }: Where & { at: number; before: DossierLeaf | null },
): boolean {
  if (deal !== chain.id) report('leaf_of_other_chain', place)
  else if (seq !== at + 1 || (before && prev !== before.commitment)) report('leaf_missing', place)
  return deal === chain.id
}

/** A chain's first leaf names a leaf of the chain that it continues, if there is one. */
function verifyLinks(chains: readonly DossierChain[], steps: Step[], report: Report): void {
  const leavesOf = new Map(chains.map(({ id, leaves }) => [id, leaves]))
  for (const { id, follows: followed } of chains) {
    const first = steps.find(({ chain, seq }) => chain === id && seq === 1)
    if (!first) continue
    const known = (followed && leavesOf.get(followed)) || []
    const { prev } = first.payload
    const isLinked =
      known.length === 0
        ? prev === null
        : known.some(({ commitment }) => commitment === prev) || prev === null
    if (!isLinked) report('chain_unlinked', id)
  }
}

/** Returns true for the dossier of a twin that was measured for a listing: its vendor's chain says which delivery it is, and is all there is. */
export const isOfTwin = ({ deal }: Pick<Dossier, 'deal'>, steps: readonly Step[]): boolean =>
  steps.some(
    ({ chain, payload: { type, body } }) =>
      chain === `${deal}/vendor` && type === 'delivery.ready' && body.delivery === deal,
  )

/** The chains are those of one deal: the contract names its offer and its request, the request its subscription, and the offer its contract. */
function verifyDeal(
  { deal, side, chains }: Pick<Dossier, 'deal' | 'side' | 'chains'>,
  steps: Step[],
  report: Report,
): void {
  if (isOfTwin({ deal }, steps)) {
    for (const { id, follows: followed } of chains)
      if (side !== 'vendor' || id !== `${deal}/vendor` || followed !== null)
        report('chain_unlinked', id)
    return
  }
  const agreed = steps.find(
    ({ chain, payload }) => chain === deal && payload.type === 'agreement.drawn',
  )
  const first = chains.find(({ id }) => id === deal)?.leaves[0]
  if (!agreed && first?.opening !== null) report('before_log', deal)
  if (!agreed) return
  const { offer } = agreed.payload.body
  const request = String(agreed.payload.body.request)
  const subscription = subscriptionOf(request, { chains, steps })
  const expected = new Map<string, (string | null)[]>([
    [deal, [String(offer)]],
    [String(offer), [request]],
    // Requests of before the steps of subscriptions were recorded continue no chain, which their own leaf says.
    [request, [null, subscription]],
    ...(subscription === null ? [] : [[subscription, [null]] as [string, null[]]]),
  ])
  for (const { id, follows: followed } of chains) {
    const [base = '', own] = id.split('/')
    const fits = own
      ? own === side && expected.has(base) && followed === null
      : expected.get(id)?.includes(followed)
    if (!fits) report('chain_unlinked', id)
  }
  for (const { chain, payload, place } of steps)
    if (
      payload.type === 'offer.accepted' &&
      (chain !== String(offer) || payload.body.contract !== deal)
    )
      report('leaf_of_other_chain', place)
}

const ordered = z.object({
  terms: z.looseObject({ subscription: z.string(), subscriptionRevision: z.number() }),
})

/** Returns the subscription that a request was ordered for, and its revision; null for any other leaf. */
export function orderedBy({ type, body }: LeafPayload) {
  const parsed = ordered.safeParse(body)
  return type === 'request.posted' && parsed.success ? parsed.data.terms : null
}

/** Returns the ID of the subscription of a request; of one that was erased, what the dossier says. Null without one. */
function subscriptionOf(
  request: string,
  { chains, steps }: { chains: readonly DossierChain[]; steps: readonly Step[] },
): string | null {
  const posted = steps.find(({ chain, seq }) => chain === request && seq === 1)
  if (posted) return orderedBy(posted.payload)?.subscription ?? null
  return chains.find(({ id }) => id === request)?.follows ?? null
}
