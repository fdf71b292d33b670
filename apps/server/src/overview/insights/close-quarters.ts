/** Computes the figures of quarters that are over: once, so that no later reading differs by a few. */
import { MAX_QUARTERS } from '@semblance/contract'
import { nameRelated } from '../../market/related-companies/service.ts'
import { system, type Tx } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import { demandOf, outcomesOf } from './figures.ts'
import { closedQuarters } from './quarters.ts'
import {
  insertFigures,
  type Kind,
  listComputed,
  listDecided,
  listRequests,
  lockFigures,
  type Market,
  type Quarter,
} from './queries.ts'
import { toStored } from './stored.ts'

const markets: readonly Market[] = ['real', 'sample']
const kinds: readonly Kind[] = ['requests', 'offers']

/** Computes what is missing of the newest closed quarters, each in a transaction of its own. */
export async function closeQuarters({ db }: Pick<Platform, 'db'>, now = new Date()): Promise<void> {
  for (const market of markets)
    for (const kind of kinds)
      for (const quarter of closedQuarters(now, MAX_QUARTERS))
        await db.transaction(system, async (tx) => {
          await lockFigures(tx)
          const computed = await listComputed(tx, market, kind)
          if (computed.includes(quarter.startsOn)) return
          const figures = await figuresOf(tx, { market, kind, quarter })
          await insertFigures(tx, { market, kind, startsOn: quarter.startsOn }, toStored(figures))
        })
}

type What = { market: Market; kind: Kind; quarter: Quarter }

async function figuresOf(tx: Tx, { market, kind, quarter }: What) {
  const nameOf = await nameRelated(tx)
  if (kind === 'requests') {
    const rows = await listRequests(tx, market, quarter)
    return demandOf(
      rows.map((row) => ({
        id: row.id,
        sides: [nameOf(row.client)],
        category: row.category,
        privacyLevel: row.privacy_level,
        budgetCents: row.budget_cents,
        columns: row.columns,
      })),
    )
  }
  const rows = await listDecided(tx, market, quarter)
  return outcomesOf(
    rows.map((row) => ({
      id: row.id,
      sides: [nameOf(row.client), nameOf(row.vendor)],
      category: row.category,
      priceCents: row.price_cents,
      isWon: row.is_won,
    })),
  )
}
