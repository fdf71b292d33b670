/** Measurements of the past, for the sample marketplace. */
import { DEFAULT_SOURCE_EPSILON } from '@semblance/contract'
import type { Tx } from '../../platform/database/db.ts'
import { costOfRho, limitOf } from './budget.ts'
import { type Measurement, nameOfDeal, type RunLedger } from './measurement.ts'
import { insertSource, insertSpending } from './queries.ts'

/** Opens a source for a deal of the past and enters what its measurement spent then. Run as the system. */
export async function backfillSpending(
  tx: Tx,
  measurement: Omit<Measurement, 'epsilon'>,
  { ledger, at }: { ledger: RunLedger; at: Date },
): Promise<void> {
  const { vendor, deals, purpose, subject } = measurement
  const spent = costOfRho(ledger.rho)
  const limit = limitOf(DEFAULT_SOURCE_EPSILON)
  const source = await insertSource(tx, {
    vendor,
    name: nameOfDeal(measurement),
    rho_limit_billionths: limit,
    rho_spent_billionths: spent,
    created_at: at,
  })
  await insertSpending(tx, {
    source_id: source.id,
    vendor,
    purpose,
    subject,
    deal: deals[0],
    state: 'spent',
    rho_billionths: spent,
    delta: ledger.delta,
    measured_at: at,
    created_at: at,
    ended_at: at,
    rho_before_billionths: 0n,
    delta_before: 0,
    limit_then_billionths: limit,
  })
}
