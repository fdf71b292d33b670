import { hexToBytes } from '@noble/hashes/utils.js'
import { expect, it } from 'vitest'
import { toHex } from '../../core/transparency/bytes.ts'
import { canonicalJson, commitmentOf, type LeafType } from '../../core/transparency/leaves.ts'
import type { Dossier, DossierLeaf } from './dossier.ts'
import type { DossierFindingId } from './dossier-findings.ts'
import { verifyChains } from './verify-chains.ts'
import { verifySubscription } from './verify-subscription.ts'

type Told = readonly [type: LeafType, body?: Record<string, unknown>]

const salt = '00'.repeat(32)
const terms = {
  ...{ priceCents: '120000', license: { users: 'organization' }, privacyLevel: 'standard' },
  ...{ minRecords: 100, minAccuracyPercent: null },
}
const opened = (number: number): Told => ['revision.opened', { number }]
const over = (number: number): Told => ['revision.ended', { number, as: 'delivered' }]
const started: Told = ['subscription.started', { terms }]

function chainOf(id: string, told: readonly Told[], prev: string | null = null) {
  const leaves: DossierLeaf[] = []
  for (const [at, [type, body = {}]] of told.entries()) {
    const payload = canonicalJson({
      ...{ v: 1, type, deal: id, seq: at + 1, at: '2026-05-01T00:00:00.000Z', body },
      prev: leaves.at(-1)?.commitment ?? prev,
    })
    const commitment = toHex(commitmentOf(hexToBytes(salt), payload))
    leaves.push({ type, commitment, place: null, opening: { salt, payload } })
  }
  return leaves
}

/** Makes the chains of a deal whose request was made behind `before` steps of its subscription. */
function ordered({
  steps = [started, opened(1)],
  before = steps.length,
  number = 1,
  changes = {},
}: {
  steps?: readonly Told[]
  before?: number
  number?: number
  changes?: Partial<typeof terms>
} = {}) {
  const sub = chainOf('SUB-1', steps)
  const head = sub[before - 1]?.commitment ?? null
  const asked = { ...terms, ...changes, minRecords: '100' }
  const request = { terms: { ...asked, subscription: 'SUB-1', subscriptionRevision: number } }
  const dpr = chainOf('DPR-1', [['request.posted', request]], head)
  const ofr = chainOf('OFR-1', [['offer.revised']], dpr[0]?.commitment)
  const drawn: Told = ['agreement.drawn', { request: 'DPR-1', offer: 'OFR-1' }]
  const ctr = chainOf('CTR-1', [drawn], ofr[0]?.commitment)
  return [
    { id: 'SUB-1', follows: null as string | null, leaves: sub },
    { id: 'DPR-1', follows: 'SUB-1', leaves: dpr },
    { id: 'OFR-1', follows: 'DPR-1', leaves: ofr },
    { id: 'CTR-1', follows: 'OFR-1', leaves: ctr },
  ]
}

function found(chains: ReturnType<typeof ordered>) {
  const findings: [id: DossierFindingId, place: string][] = []
  const report = (id: DossierFindingId, place: string) => {
    if (id !== 'leaf_waiting') findings.push([id, place])
  }
  const manifest = { deal: 'CTR-1', side: 'client', chains, logs: [] } as unknown as Dossier
  const steps = verifyChains(manifest, new Map(), report)
  verifySubscription({ manifest, steps, report })
  return findings
}

const pause: Told = ['subscription.paused', { as: 'client' }]
const resume: Told = ['subscription.resumed']
const end: Told = ['subscription.ended', { as: 'client' }]

it('a request that was made while its revision was open is proven, whatever the subscription came to', () => {
  expect(found(ordered())).toEqual([])
  const steps = [started, opened(1), over(1), pause, resume, opened(2), end, over(2)]
  expect(found(ordered({ steps, before: 6, number: 2 }))).toEqual([])
})

it.each<[string, Parameters<typeof ordered>[0]]>([
  ['before its revision has opened', { steps: [started, opened(1), over(1)], number: 2 }],
  ['for another revision than the open one', { number: 2 }],
  ['while it was paused', { steps: [started, opened(1), pause] }],
  ['once it was over', { steps: [started, opened(1), end] }],
])('a request that was made %s is found', (_, made) => {
  expect(found(ordered(made))).toEqual([['revision_not_open', 'DPR-1 #1']])
})

it.each<[string, Told[]]>([
  ['that starts twice', [started]],
  ['that is resumed while it is active', [resume]],
  ['that is paused after its end', [end, pause]],
  ['that ends twice', [end, end]],
  ['with two revisions at a time', [opened(2)]],
  ['that leaves out a revision', [over(1), opened(3)]],
  ['whose revision ends twice', [over(1), over(1)]],
  ['with a step of a deal', [['escrow.funded']]],
])('a subscription %s is found', (_, more) => {
  const steps = [started, opened(1), ...more]
  const place = `SUB-1 #${steps.length}`
  expect(found(ordered({ steps, before: 2 }))).toEqual([['subscription_contradicted', place]])
})

it('a request on other terms than its subscription is found', () => {
  expect(found(ordered({ changes: { priceCents: '110000' } }))).toEqual([
    ['subscription_terms_differ', 'DPR-1 #1'],
  ])
})

it('a subscription that is left out, or another one in its place, is found', () => {
  const [, ...without] = ordered()
  expect(found(without)).toEqual([['chain_unlinked', 'DPR-1']])
  for (const one of without) if (one.follows === 'SUB-1') one.follows = null
  expect(found(without)).toEqual([['chain_unlinked', 'DPR-1']])
  const other = { id: 'SUB-2', follows: null, leaves: chainOf('SUB-2', [started, opened(1)]) }
  const [, request, ...rest] = ordered()
  expect(found([other, { ...request!, follows: 'SUB-2' }, ...rest])).toContainEqual([
    'chain_unlinked',
    'SUB-2',
  ])
})

it('a subscription of before its steps were recorded is no fault, and what it was until then is not proven', () => {
  const [, ...old] = ordered({ before: 0 })
  expect(found(old)).toEqual([])
  for (const one of old) if (one.follows === 'SUB-1') one.follows = null
  expect(found(old)).toEqual([])
  expect(found(ordered({ steps: [pause, resume], before: 0 }))).toEqual([
    ['subscription_before_log', 'SUB-1 #1'],
  ])
})

it('of a request that was erased, what the dossier says of its subscription stands', () => {
  const chains = ordered()
  for (const { id, leaves } of chains) if (id === 'DPR-1') leaves[0]!.opening = null
  expect(found(chains)).toEqual([['opening_erased', 'DPR-1 #1']])
})
