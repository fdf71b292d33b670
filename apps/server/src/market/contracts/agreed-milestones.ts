/** Milestones of the parties' own: either adds them and changes what it added, the vendor says how far they are. */
import {
  contractCan,
  contractMilestoneCan,
  MAX_MILESTONES,
  type Milestone,
  type MilestoneAction,
  type milestoneForm,
  type Side,
} from '@semblance/contract'
import type { z } from 'zod'
import { requireActingOrganization } from '../../core/api/service.ts'
import { notify } from '../../core/notifications/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import {
  deleteMilestone,
  findMilestone,
  insertMilestone,
  type MilestoneRow,
  updateMilestone,
} from './milestone-queries.ts'
import { toMilestone } from './milestones.ts'
import { getOwnContract } from './parties.ts'
import { type ContractRow, lockContract } from './queries.ts'
import { announce } from './transition.ts'

type Form = z.infer<typeof milestoneForm>

export async function addMilestone(
  ctx: Ctx,
  { contractId, ...form }: Form & { contractId: string },
): Promise<Milestone> {
  const { contract, side } = await lockContractForParty(ctx, contractId)
  if (!contractCan.plan(contract.status)) throw new AppError('contract_fixed')
  const { id, client, vendor } = contract
  const row = await withSystemRole(ctx.tx, () =>
    insertMilestone(
      ctx.tx,
      {
        contract_id: id,
        client,
        vendor,
        added_by: contract[side],
        ...contentOf(form),
        created_at: ctx.now,
      },
      MAX_MILESTONES,
    ),
  )
  if (!row) throw new AppError('milestones_full')
  await notifyParty(ctx, contract, side, {
    title: 'Milestone added',
    done: 'added',
    milestone: row.title,
  })
  return toMilestone(row, contract, ctx.now)
}

export async function editMilestone(
  ctx: Ctx,
  { milestoneId, ...form }: Form & { milestoneId: string },
): Promise<Milestone> {
  const { contract, side } = await holdMilestone(ctx, milestoneId, 'edit')
  const change = contentOf(form)
  const row = claimed(
    await withSystemRole(ctx.tx, () =>
      updateMilestone(ctx.tx, milestoneId, ['pending', 'in_progress'], change),
    ),
  )
  await notifyParty(ctx, contract, side, {
    title: 'Milestone changed',
    done: 'changed',
    milestone: row.title,
  })
  return toMilestone(row, contract, ctx.now)
}

export async function removeMilestone(ctx: Ctx, milestoneId: string): Promise<void> {
  const { contract, side, row } = await holdMilestone(ctx, milestoneId, 'remove')
  if (!(await withSystemRole(ctx.tx, () => deleteMilestone(ctx.tx, milestoneId))))
    throw new AppError('milestone_fixed')
  await notifyParty(ctx, contract, side, {
    title: 'Milestone removed',
    done: 'removed',
    milestone: row.title,
  })
}

/** Defines the effect of the vendor's steps, and the notification they send to the client. */
const steps = {
  start: {
    from: 'pending',
    change: (now: Date) => ({ started_at: now }),
    title: 'Milestone started',
    done: 'started',
  },
  complete: {
    from: 'in_progress',
    change: (now: Date) => ({ completed_at: now }),
    title: 'Milestone completed',
    done: 'completed',
  },
  reopen: {
    from: 'completed',
    change: () => ({ completed_at: null }),
    title: 'Milestone reopened',
    done: 'reopened',
  },
} as const

export async function moveMilestone(
  ctx: Ctx,
  milestoneId: string,
  action: keyof typeof steps,
): Promise<Milestone> {
  const { contract, side } = await holdMilestone(ctx, milestoneId, action)
  const { from, change, title, done } = steps[action]
  const row = claimed(
    await withSystemRole(ctx.tx, () =>
      updateMilestone(ctx.tx, milestoneId, [from], change(ctx.now)),
    ),
  )
  await notifyParty(ctx, contract, side, { title, done, milestone: row.title })
  return toMilestone(row, contract, ctx.now)
}

/** The contract, locked: its status stands until the milestone has changed, and two additions count each other. */
async function lockContractForParty(ctx: Ctx, contractId: string) {
  const { side } = await getOwnContract(ctx, contractId, 'request')
  const contract = await withSystemRole(ctx.tx, () => lockContract(ctx.tx, contractId))
  return { contract, side }
}

/** The milestone and its contract, where the caller may take this action. */
async function holdMilestone(ctx: Ctx, milestoneId: string, action: MilestoneAction) {
  requireActingOrganization(ctx)
  const row = await findMilestone(ctx.tx, milestoneId)
  if (!row) throw new AppError('not_found')
  const { contract, side } = await lockContractForParty(ctx, row.contract_id)
  const { kind, state, addedBy } = toMilestone(row, contract, ctx.now)
  const isTheirs = action === 'edit' || action === 'remove' ? addedBy === side : side === 'vendor'
  if (!isTheirs) throw new AppError('not_permitted')
  const moment = { contractStatus: contract.status, kind, state, addedBy, side }
  if (!contractMilestoneCan[action](moment)) throw new AppError('milestone_fixed')
  return { contract, side, row }
}

function claimed(row: MilestoneRow | null): MilestoneRow {
  if (!row) throw new AppError('milestone_fixed')
  return row
}

const contentOf = ({ title, description, dueOn }: Form) => ({
  title,
  description,
  due_on: dueOn,
})

async function notifyParty(
  ctx: Ctx,
  contract: ContractRow,
  side: Side,
  what: { title: string; done: string; milestone: string },
): Promise<void> {
  await announce(ctx.tx, contract)
  await notify(ctx, {
    organizationId: side === 'client' ? contract.vendor : contract.client,
    type: 'contract',
    title: what.title,
    message: `${ctx.actor.organization!.name} ${what.done} the milestone “${what.milestone}” of ${contract.title}.`,
    path: `/contract-details/${contract.id}`,
  })
}
