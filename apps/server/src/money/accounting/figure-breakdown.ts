/** Lists the entries behind a total ("How this figure adds up") for callers who may see the total. */
import { type Figure, type FigureLine, ledgerEntryLabel } from '@semblance/contract'
import { viewerOrganization } from '../../core/api/service.ts'
import { getContractForParty } from '../../market/contracts/service.ts'
import { decodeUuidCursor, type Page, pageOf } from '../../platform/database/cursor.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { type LineRow, listLines, type Scope, sumLines } from './figures.ts'

type Input = Page & { figure: Figure; contractId?: string }

export async function listFigureEntries(ctx: Ctx, input: Input) {
  const { figure, limit } = input
  const scope = await scopeOf(ctx, input)
  const page = { after: decodeUuidCursor(input.cursor), limit }
  const { rows, total } = await withSystemRole(ctx.tx, async () => ({
    rows: await listLines(ctx.tx, figure, scope, page),
    total: await sumLines(ctx.tx, figure, scope),
  }))
  return {
    ...pageOf(rows, limit, ({ at, id }) => ({ at, id }), toLine),
    sumCents: total.cents,
    linesCount: total.lines,
  }
}

/** Price and fee together are the client's to see; the vendor sees the price. */
const ofClientAlone: readonly Figure[] = ['contract.paid', 'contract.pending']

async function scopeOf(ctx: Ctx, { figure, contractId }: Input): Promise<Scope> {
  const { now } = ctx
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
  if (!figure.startsWith('contract.')) {
    const organization = viewerOrganization(ctx, figure.startsWith('client.') ? 'client' : 'vendor')
    return { contractId: '', organization, month }
  }
  const contract = await getContractForParty(ctx, contractId!)
  if (ofClientAlone.includes(figure) && contract.client !== ctx.actor.readsAs.client)
    throw new AppError('not_permitted')
  return { contractId: contract.id, organization: contract.client, month }
}

const toLine = (row: LineRow): FigureLine => ({
  id: row.id,
  at: row.at,
  what: ledgerEntryLabel(row.kind),
  contractId: row.contract_id,
  contractTitle: row.title,
  amountCents: row.cents,
  sumCents: row.sum,
})
