/** Checks the ledger entries of a dossier against their leaves, and adds them up to the cent. */
import { canonicalJson } from '../../core/transparency/leaves.ts'
import { addUpDeal, type DealSums } from '../../money/deal-sums.ts'
import type { Dossier, DossierEntry } from './dossier.ts'
import type { Report } from './dossier-findings.ts'
import type { Step } from './verify-chains.ts'

const partOf = ({ payload: { type } }: Step): DossierEntry['part'] | null => {
  if (type === 'fee.moved') return 'fee'
  return type.startsWith('escrow.') ? 'escrow' : null
}

/** Returns the sums of the entries as they are stated; what is wrong with them is reported. */
export function verifyMoney(manifest: Dossier, steps: Step[], report: Report): DealSums {
  const { deal, entries, balances } = manifest
  const proven = new Map(
    steps.flatMap((step) => {
      const part = partOf(step)
      return part ? [[`${part} ${String(step.payload.body.id)}`, step]] : []
    }),
  )
  for (const { part, ...entry } of entries) {
    const name = `${part} ${entry.id}`
    const step = proven.get(name)
    if (!step) report('entry_unproven', name)
    else if (canonicalJson(step.payload.body) !== canonicalJson(entry))
      report('entry_altered', name)
  }
  const named = new Set(entries.map(({ part, id }) => `${part} ${id}`))
  for (const [name, { place }] of proven) if (!named.has(name)) report('entry_missing', place)
  if (named.size < entries.length) report('sums_differ', 'entries')
  const sums = addUpDeal(deal, entries)
  const { heldCents, fee } = balances
  if (sums.heldCents !== BigInt(heldCents) + BigInt(fee?.heldCents ?? 0))
    report('sums_differ', 'held')
  if (fee && sums.feesCents !== BigInt(fee.earnedCents)) report('sums_differ', 'fees')
  return sums
}
