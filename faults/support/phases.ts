/** The phases of a deal in which a fault can strike, and deals that stand in all of them at once. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Installation } from './cluster.ts'
import { advance, type Deal, newDeal, type Step } from './deal.ts'
import { note, seconds } from './summary.ts'
import { expectAllOnce, payNow } from './verify.ts'

type Phase = {
  name: string
  /** Names the last step before the fault's moment, taken without haste. */
  before: Step
  /** Names the step that has just been acknowledged when the fault strikes; null: none. */
  begun: Step | null
  rows?: number
}

/** Lists them in the order in which deals reach them. The work of the next step is under way in each. */
const phases: Phase[] = [
  { name: 'acceptance', before: 'offered', begun: null },
  { name: 'payment', before: 'agreed', begun: 'payment_sent' },
  { name: 'upload', before: 'half_uploaded', begun: null },
  { name: 'inspection', before: 'uploaded', begun: 'inspecting' },
  { name: 'queue', before: 'reviewed', begun: 'submitted' },
  { name: 'synthesis', before: 'reviewed', begun: 'processing', rows: 12_000 },
  { name: 'download', before: 'half_downloaded', begun: null },
  { name: 'payout', before: 'released', begun: null },
]

/** Sets the time that the work of a phase goes on before the fault. */
const HEAD_START_MS = 300

/** Sets how long a release waits for the payout of its banking day. */
const PAYABLE_AFTER_MS = 1500

/**
 * Takes one deal into each phase, lets the fault strike, and expects that all of them come to their
 * end once nothing is in their way, and that all of it happened once.
 */
export async function strikeAllPhases(
  cluster: Installation,
  name: string,
  strike: () => Promise<void>,
  allowed?: { mostCountedRuns: number },
): Promise<Deal[]> {
  const deals = await deriveDeals(cluster, name)
  const going = settle(cluster, deals)
  going.catch(() => {}) // it is awaited after the fault
  await sleep(HEAD_START_MS)
  await strike()
  const overAt = Date.now()
  await going
  await payOut(cluster, deals)
  note(name, `${deals.length} phases; the last deal paid out ${seconds(Date.now() - overAt)} later`)
  await expectAllOnce(cluster, deals, allowed)
  return deals
}

/** Returns deals with one in each phase; the synthesis begins last, as it would not wait. */
async function deriveDeals(cluster: Installation, name: string): Promise<Deal[]> {
  const parked = phases.map((phase) => ({
    phase,
    deal: newDeal(`${name}: ${phase.name}`, phase.rows),
  }))
  await Promise.all(parked.map(({ phase, deal }) => advance(cluster, deal, phase.before)))
  const begin = async (isFirst: (phase: Phase) => boolean) => {
    await Promise.all(
      parked.map(async ({ phase, deal }) => {
        if (phase.begun && isFirst(phase)) await advance(cluster, deal, phase.begun)
      }),
    )
  }
  await begin(({ begun }) => begun === 'processing')
  await payNow(cluster)
  await begin(({ begun }) => begun !== 'processing')
  return parked.map(({ deal }) => deal)
}

async function settle(cluster: Installation, deals: Deal[]): Promise<void> {
  await Promise.all(deals.map((deal) => advance(cluster, deal, 'released')))
}

/** Has all released deals paid out. */
export async function payOut(cluster: Installation, deals: Deal[]): Promise<void> {
  await sleep(PAYABLE_AFTER_MS)
  await payNow(cluster)
  await Promise.all(deals.map((deal) => advance(cluster, deal, 'paid_out')))
}
