import { hexToBytes } from '@noble/hashes/utils.js'
import { expect, it } from 'vitest'
import { toHex } from '../../core/transparency/bytes.ts'
import { canonicalJson, commitmentOf } from '../../core/transparency/leaves.ts'
import type { Dossier, DossierLeaf } from './dossier.ts'
import { inLogOrder, verifyChains } from './verify-chains.ts'

const salt = '00'.repeat(32)
const log = (origin: string) => ({ origin, verifierKey: '', checkpoint: null, history: [] })

function chainOf(id: string, places: (readonly [origin: string, index: number] | null)[]) {
  const leaves: DossierLeaf[] = []
  for (const [at, place] of places.entries()) {
    const payload = canonicalJson({
      ...{ v: 1, type: 'agreement.drawn', deal: id, seq: at + 1 },
      prev: leaves.at(-1)?.commitment ?? null,
      ...{ at: '2026-05-01T00:00:00.000Z', body: {} },
    })
    leaves.push({
      type: 'agreement.drawn',
      commitment: toHex(commitmentOf(hexToBytes(salt), payload)),
      place: place && { origin: place[0], index: place[1], proof: [] },
      opening: { salt, payload },
    })
  }
  return { id, follows: null, leaves }
}

it('steps in a later log come behind those of the log before, and those on their way last', () => {
  const chains = [
    chainOf('CTR-1', [['log', 7], ['log', 900], ['log/2', 1], null]),
    chainOf('CTR-1/client', [['log', 8], ['log/2', 2], null]),
  ]
  const dossier = { deal: 'CTR-1', side: 'client', chains, logs: [log('log'), log('log/2')] }
  const steps = verifyChains(dossier as unknown as Dossier, new Map(), () => {})
  expect(inLogOrder(steps).map(({ log, index }) => [log, index])).toEqual([
    [0, 7],
    [0, 8],
    [0, 900],
    [1, 1],
    [1, 2],
    [null, null],
    [null, null],
  ])
})
