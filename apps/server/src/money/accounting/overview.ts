/** The books on one page: what each kind of account holds, and whether it all fits. */
import type { LedgerOverview } from '@semblance/contract'
import { sql } from 'kysely'
import { findLogHead } from '../../core/transparency/service.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { audit } from '../../platform/security/audit.ts'
import { countOpenBreaks } from '../bank-gateway/service.ts'
import { findStuckBalances, verifyLedger } from '../ledger/service.ts'
import { countProposed, findUnswept } from './adjustment-queries.ts'
import { getRestoreHold } from './restore-hold.ts'

type KindRow = {
  kind: string
  meaning: string
  normal: number
  accounts: number
  debits: bigint
  credits: bigint
}

/** Lists the account kinds whose money in the trust account is owed to others. */
const owedKinds = [
  'escrow',
  'escrow_frozen',
  'fee_deferred',
  'payable',
  'payout_transit',
  'refund_transit',
]

export async function describeBooks(ctx: Ctx): Promise<LedgerOverview> {
  const { tx } = ctx
  return await withSystemRole(tx, async () => {
    const kinds = (await listKinds(tx)).map(toKind)
    const sum = (...names: string[]) =>
      kinds
        .filter(({ kind }) => names.includes(kind))
        .reduce((total, { balanceCents }) => total + balanceCents, 0n)
    const cashCents = sum('cash_trust', 'suspense')
    const owedCents = sum(...owedKinds)
    const unsweptCents = await findUnswept(tx)
    return {
      kinds,
      trust: { cashCents, owedCents, unsweptCents, gapCents: cashCents - owedCents - unsweptCents },
      logHead: await findLogHead(tx),
      waiting: { adjustments: await countProposed(tx), breaks: await countOpenBreaks(tx) },
      restore: await getRestoreHold(ctx),
    }
  })
}

async function listKinds(tx: Tx): Promise<KindRow[]> {
  const { rows } = await sql<KindRow>`
    select c.kind, c.meaning, c.normal, count(b.account_id)::integer as accounts,
      coalesce(sum(b.debits), 0)::bigint as debits, coalesce(sum(b.credits), 0)::bigint as credits
    from ledger.chart c
    left join ledger.account a on a.kind = c.kind
    left join ledger.current_balance b on b.account_id = a.id
    group by c.kind order by c.normal desc, c.kind`.execute(tx)
  return rows
}

const toKind = (row: KindRow) => ({
  kind: row.kind,
  meaning: row.meaning,
  isDebitNormal: row.normal === 1,
  accountsCount: row.accounts,
  debitsCents: row.debits,
  creditsCents: row.credits,
  balanceCents: BigInt(row.normal) * (row.debits - row.credits),
})

export async function checkBooks({ tx, now, platform }: Ctx, staffId: string) {
  return await withSystemRole(tx, async () => {
    const violations = await verifyLedger(tx)
    await audit(tx, {
      actor: { userId: staffId },
      action: 'ledger.verify',
      object: 'ledger',
      detail: { violations: violations.length },
    })
    return { checkedAt: now, violations, stuck: await findStuckBalances(tx, now, platform.config) }
  })
}
