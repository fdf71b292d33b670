/** Every look at the original is paid here before it happens. */
export type PrivacyLedger = { rhoBudget: number; entries: { label: string; rho: number }[] }

/** Sums of doubles may exceed the target by rounding alone. */
const ROUNDING = 1e-9

export function openLedger(rhoBudget: number): PrivacyLedger {
  return { rhoBudget, entries: [] }
}

export function rhoSpent(ledger: PrivacyLedger): number {
  return ledger.entries.reduce((sum, entry) => sum + entry.rho, 0)
}

/** Records `rho` under `label`; throws, leaving the ledger as it was, if the budget would not do. */
export function spend(ledger: PrivacyLedger, label: string, rho: number): void {
  if (!(rho >= 0)) throw new Error(`Privacy cost of "${label}" is not a cost: ${rho}`)
  if (rhoSpent(ledger) + rho > ledger.rhoBudget * (1 + ROUNDING)) {
    throw new Error(`Privacy budget exhausted: "${label}" asks for rho ${rho}`)
  }
  ledger.entries.push({ label, rho })
}
