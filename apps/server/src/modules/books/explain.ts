/** "How this figure adds up": the entries behind a total, for whoever may see the total. */
import { entryInWords, type Figure, type FigureLine } from '@semblance/contract'
import { readerOrg } from '../../api.ts'
import type { Ctx } from '../../platform/context.ts'
import { decodeUuidCursor, type Page, pageOf } from '../../platform/cursor.ts'
import { asSystem } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { getContractForParty } from '../contracts/service.ts'
import { type LineRow, listLines, type Scope, sumLines } from './figures.ts'

type Input = Page & { figure: Figure; contractId?: string }

export async function explainFigure(ctx: Ctx, input: Input) {
  const { figure, limit } = input
  const scope = await scopeOf(ctx, input)
  const page = { after: decodeUuidCursor(input.cursor), limit }
  const { rows, total } = await asSystem(ctx.tx, async () => ({
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
    const organization = readerOrg(ctx, figure.startsWith('client.') ? 'client' : 'vendor')
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
  what: entryInWords(row.kind),
  contractId: row.contract_id,
  contractTitle: row.title,
  amountCents: row.cents,
  sumCents: row.sum,
})
