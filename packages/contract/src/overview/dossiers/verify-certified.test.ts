import { expect, it } from 'vitest'
import type { LeafType } from '../../core/transparency/leaves.ts'
import type { Certificate } from '../../delivery/certificates.ts'
import type { Dossier } from './dossier.ts'
import type { DossierFindingId } from './dossier-findings.ts'
import { verifyCertified } from './verify-certified.ts'
import type { Step } from './verify-chains.ts'

const DEAL = 'CTR-1'
const ORIGIN = 'semblance.test/log'
const hash = (n: number) => n.toString(16).padStart(64, '0')
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

const own = { escrow: `escrow:${DEAL}`, fee: `fee_deferred:${DEAL}` }
const entry = (n: number, part: 'escrow' | 'fee', legs: Dossier['entries'][number]['legs']) => ({
  ...{ part, id: uuid(n), kind: 'settle', effectiveAt: '2026-05-01T00:00:00.000Z', legs },
})
const pending = `escrow_pending:${DEAL}`
const entries = [
  entry(1, 'escrow', [{ dr: pending, cr: own.escrow, amountCents: '1000' }]),
  entry(1, 'fee', [{ dr: pending, cr: own.fee, amountCents: '25' }]),
  entry(2, 'escrow', [{ dr: own.escrow, cr: 'payable:v', amountCents: '1000' }]),
]

/** Builds the chains of a deal that was funded, delivered and released, and its steps. */
function chainsOf() {
  const leaves: [chain: string, type: LeafType, body: Record<string, unknown>][] = [
    [DEAL, 'agreement.drawn', { revision: 2, documentSha256: hash(99), terms: { price: '1000' } }],
    [DEAL, 'escrow.funded', entries[0]!],
    [`${DEAL}/client`, 'fee.moved', entries[1]!],
    [DEAL, 'certificate.issued', { delivery: 'D' }],
    [DEAL, 'escrow.released', entries[2]!],
  ]
  const seqs = new Map<string, number>()
  const steps: Step[] = []
  const chains = new Map<string, Dossier['chains'][number]>()
  for (const [index, [chain, type, body]] of leaves.entries()) {
    const seq = (seqs.get(chain) ?? 0) + 1
    seqs.set(chain, seq)
    const known = chains.get(chain) ?? { id: chain, follows: null, leaves: [] }
    const place = { origin: ORIGIN, index, proof: [] }
    known.leaves.push({ type, commitment: hash(index), place, opening: null })
    chains.set(chain, known)
    const at = '2026-05-01T00:00:00.000Z'
    const payload = { v: 1 as const, type, deal: chain, seq, prev: null, at, body }
    steps.push({
      chain,
      seq,
      place: `${chain} #${seq}`,
      payload,
      commitment: hash(index),
      log: 0,
      index,
    })
  }
  return { chains: [...chains.values()], steps }
}

const certificate = {
  iat: Date.parse('2026-05-02') / 1000,
  files: [],
  agreement: { sha256: hash(99), revision: 2 },
  price: { cents: '1000', currency: 'USD' },
  escrow: { heldCents: '1000', entries: [{ id: uuid(1), leaf: hash(1) }] },
  fee: { cents: '25', paidCents: '25', entries: [{ id: uuid(1), leaf: hash(2) }] },
  log: {
    ...{ origin: ORIGIN, deal: DEAL, checkpoint: null },
    entries: [{ type: 'agreement.drawn', entry: hash(0), index: 0 }],
  },
} as Partial<Certificate>

function findingsOf(change: Partial<Certificate>, steps?: Step[]): DossierFindingId[] {
  const { chains, steps: all } = chainsOf()
  const found: DossierFindingId[] = []
  verifyCertified(
    {
      manifest: { deal: DEAL, chains, entries } as Partial<Dossier> as Dossier,
      steps: steps ?? all,
      issued: all.find(({ payload }) => payload.type === 'certificate.issued')!,
      path: 'certificate',
      report: (id) => void found.push(id),
    },
    { ...certificate, ...change } as Certificate,
  )
  return found
}

it('a certificate fits the leaves before its own, whatever of it is disclosed', () => {
  expect(findingsOf({})).toEqual([])
  const nothing = { agreement: undefined, price: undefined, escrow: undefined, fee: undefined }
  expect(findingsOf(nothing)).toEqual([])
})

const { escrow, fee, log } = certificate
it.each<[string, Partial<Certificate>, DossierFindingId[]]>([
  [
    'a price of a cent more',
    { price: { cents: '1001', currency: 'USD' } },
    ['certified_price_differs'],
  ],
  [
    'another document',
    { agreement: { sha256: hash(98), revision: 2 } },
    ['certified_agreement_differs'],
  ],
  [
    'an older revision',
    { agreement: { sha256: hash(99), revision: 1 } },
    ['certified_agreement_differs'],
  ],
  ['a sum of a cent less', { escrow: { ...escrow!, heldCents: '999' } }, ['certified_sums_differ']],
  ['a fee that was not paid', { fee: { ...fee!, paidCents: '26' } }, ['certified_sums_differ']],
  [
    'no entry, though one came before',
    { escrow: { heldCents: '0', entries: [] } },
    ['certified_entries_differ'],
  ],
  [
    'no fee, though one came before',
    { fee: { ...fee!, paidCents: '0', entries: [] } },
    ['certified_entries_differ'],
  ],
  [
    'an entry twice',
    { escrow: { ...escrow!, entries: [...escrow!.entries, ...escrow!.entries] } },
    ['certified_entries_differ', 'certified_sums_differ'],
  ],
  [
    'an entry under the leaf of another',
    { escrow: { ...escrow!, entries: [{ id: uuid(1), leaf: hash(4) }] } },
    ['certified_entries_differ'],
  ],
  [
    'an entry that the dossier does not have',
    { escrow: { ...escrow!, entries: [{ id: uuid(3), leaf: null }] } },
    ['certified_entries_differ', 'certified_sums_differ'],
  ],
  [
    'a place in the tree that its leaf does not have',
    { log: { ...log!, entries: [{ ...log!.entries[0]!, index: 1 }] } },
    ['certificate_place_differs'],
  ],
])('%s is found', (_, change, findings) => {
  expect(findingsOf(change)).toEqual(findings)
})

it('what an erased leaf said cannot be compared, and nothing is claimed of it', () => {
  const { steps } = chainsOf()
  const without = steps.filter(({ payload }) => payload.type !== 'agreement.drawn')
  expect(findingsOf({ price: { cents: '1', currency: 'USD' } }, without)).toEqual([])
})
