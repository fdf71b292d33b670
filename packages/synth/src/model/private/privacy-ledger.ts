/** Records every query of the original before it runs; entries state the cost for a whole unit. */
export type PrivacyLedger = {
  rhoBudget: number
  rowsPerUnit: number
  /** The table of the labels, if several tables pay from one budget. */
  table?: string
  entries: { label: string; rho: number }[]
}

/** Sums of doubles may exceed the target by rounding alone. */
const ROUNDING = 1e-9

export function openLedger(rhoBudget: number, rowsPerUnit = 1): PrivacyLedger {
  return { rhoBudget, rowsPerUnit, entries: [] }
}

/**
 * Returns the same budget and entries for one of several tables, in which a unit may have
 * `rowsPerUnit` rows.
 */
export function accountOf(
  ledger: PrivacyLedger,
  table: string,
  rowsPerUnit: number,
): PrivacyLedger {
  return { ...ledger, table, rowsPerUnit }
}

export function rhoSpent(ledger: PrivacyLedger): number {
  return ledger.entries.reduce((sum, entry) => sum + entry.rho, 0)
}

/**
 * Records under `label` a look that costs a single row `rhoPerRow`, and so a unit of m rows m^2 times that;
 * throws, leaving the ledger as it was, if the budget would not do.
 */
export function spend(ledger: PrivacyLedger, label: string, rhoPerRow: number): void {
  const rho = rhoPerRow * ledger.rowsPerUnit ** 2
  if (!(rho >= 0)) throw new Error(`Privacy cost of "${label}" is not a cost: ${rho}`)
  if (rhoSpent(ledger) + rho > ledger.rhoBudget * (1 + ROUNDING)) {
    throw new Error(`Privacy budget exhausted: "${label}" asks for rho ${rho}`)
  }
  ledger.entries.push({ label: ledger.table ? `${ledger.table}: ${label}` : label, rho })
}
