/** Milestones that the parties of a contract add to the platform's four. */

import { oc } from '@orpc/contract'
import { z } from 'zod'
import type { Side } from '../core/sides.ts'
import { optionalText, requiredText } from '../core/text.ts'
import { type ContractStatus, contractCan, type Milestone, milestone } from './contracts.ts'

/** Describes the state of a milestone and of the acting party, on which each action depends. */
type Moment = {
  contractStatus: ContractStatus
  kind: Milestone['kind']
  state: Milestone['state']
  addedBy: Milestone['addedBy']
  /** The acting party's. */
  side: Side
}

const isAgreed = ({ kind }: Moment) => kind === 'agreed'
const isVendorAtWork = (moment: Moment) =>
  isAgreed(moment) && moment.side === 'vendor' && contractCan.work(moment.contractStatus)
const isOwnAndOpen = (moment: Moment) =>
  isAgreed(moment) &&
  moment.addedBy === moment.side &&
  moment.state !== 'completed' &&
  contractCan.plan(moment.contractStatus)

/**
 * Defines who may change a milestone: a party what it added, the vendor its progress; nothing after
 * the contract has ended.
 */
export const contractMilestoneCan = {
  edit: isOwnAndOpen,
  remove: isOwnAndOpen,
  start: (moment: Moment) => isVendorAtWork(moment) && moment.state === 'pending',
  complete: (moment: Moment) => isVendorAtWork(moment) && moment.state === 'in_progress',
  reopen: (moment: Moment) => isVendorAtWork(moment) && moment.state === 'completed',
}
export type MilestoneAction = keyof typeof contractMilestoneCan

export const milestoneForm = z.object({
  title: requiredText('Title', 200),
  description: optionalText(2000),
  dueOn: z.iso
    .date('Enter a date')
    .nullish()
    .transform((day) => day || null),
})

const byId = z.object({ milestoneId: z.uuid() })

const step = (verb: string, summary: string) =>
  oc
    .route({ method: 'POST', path: `/milestones/{milestoneId}/${verb}`, summary })
    .input(byId)
    .output(milestone)

export const milestones = {
  add: oc
    .route({
      method: 'POST',
      path: '/contracts/{contractId}/milestones',
      summary: 'Add a milestone (either party)',
    })
    .input(milestoneForm.extend({ contractId: z.string().max(40) }))
    .output(milestone),
  edit: oc
    .route({
      method: 'PUT',
      path: '/milestones/{milestoneId}',
      summary: 'Change a milestone that one has added',
    })
    .input(milestoneForm.extend(byId.shape))
    .output(milestone),
  remove: oc
    .route({
      method: 'DELETE',
      path: '/milestones/{milestoneId}',
      summary: 'Remove a milestone that one has added',
    })
    .input(byId)
    .output(z.void()),
  start: step('start', 'Begin a milestone (vendor)'),
  complete: step('complete', 'Complete a milestone (vendor)'),
  reopen: step('reopen', 'Take up a completed milestone again (vendor)'),
}
