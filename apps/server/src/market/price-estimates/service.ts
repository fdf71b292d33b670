/** Says what prices and days are realistic for a request, from groups of completed contracts. */
import { type PriceEstimate, type PriceQuestion, priceBases } from '@semblance/contract'
import { organizationToRead } from '../../core/api/service.ts'
import { system, type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx, Platform } from '../../platform/http/context.ts'
import { nameRelated } from '../related-companies/service.ts'
import { batchesOf, figuresOf, keysOf, type LikeContract } from './price-groups.ts'
import {
  addToGroup,
  findGroups,
  listOfGroup,
  listUnsaved,
  listWaiting,
  saveGroup,
} from './queries.ts'

export { moneyRange } from './price-groups.ts'

/** Counts completed contracts in groups, batch by batch. */
export async function groupPrices(platform: Platform, now = new Date()): Promise<void> {
  await platform.db.transaction(system, async (tx) => {
    const waiting = await listWaiting(tx)
    const nameOf = await nameRelated(tx)
    const named = (contract: LikeContract) => ({
      ...contract,
      vendor: nameOf(contract.vendor),
      client: nameOf(contract.client),
    })
    for (const market of ['real', 'sample'] as const) {
      const own = waiting.filter(({ isSample }) => isSample === (market === 'sample'))
      const batches = batchesOf(
        own.map(({ contract }) => named(contract)),
        market,
        now,
      )
      for (const { key, contracts } of batches) {
        await addToGroup(
          tx,
          key,
          contracts.map(({ id }) => id),
        )
        await save(tx, key, named)
      }
    }
    for (const key of await listUnsaved(tx)) await save(tx, key, named)
  })
}

/** Stores the figures of all contracts of a group; leaves what is shown where half of them stand on too few. */
async function save(tx: Tx, key: string, named: (contract: LikeContract) => LikeContract) {
  const figures = figuresOf((await listOfGroup(tx, key)).map(named))
  if (figures) await saveGroup(tx, key, figures)
}

/** Returns the figures of the closest group; null without any. Visitors get samples only. */
export async function estimatePrice(ctx: Ctx, asked: PriceQuestion): Promise<PriceEstimate | null> {
  const { organization, userId, isStaff } = ctx.actor
  if (userId !== null && !isStaff) organizationToRead(ctx)
  const isSample = organization?.isSample ?? userId === null
  const keys = keysOf(asked, isSample ? 'sample' : 'real')
  const groups = await withSystemRole(ctx.tx, () => findGroups(ctx.tx, keys))
  for (const [level, key] of keys.entries()) {
    const group = groups.find((one) => one.key === key)
    const basis = priceBases[level]
    if (group && basis)
      return {
        basis,
        contracts: group.contracts,
        vendors: group.vendors,
        lowCents: group.low_cents,
        highCents: group.high_cents,
        lowDays: group.low_days,
        highDays: group.high_days,
        lowAnswerDays: group.low_answer_days,
        highAnswerDays: group.high_answer_days,
        since: group.since,
      }
  }
  return null
}
