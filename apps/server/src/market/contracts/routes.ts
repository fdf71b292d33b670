import { api } from '../../core/api/service.ts'
import { addMilestone, editMilestone, moveMilestone, removeMilestone } from './agreed-milestones.ts'
import { getContract, getTimeline } from './detail.ts'
import { listContracts } from './service.ts'

export const contractRoutes = {
  list: api.contracts.list.handler(({ input, context: { ctx } }) => listContracts(ctx, input)),
  get: api.contracts.get.handler(({ input, context: { ctx } }) =>
    getContract(ctx, input.contractId),
  ),
}

export const milestoneRoutes = {
  add: api.milestones.add.handler(({ input, context: { ctx } }) => addMilestone(ctx, input)),
  edit: api.milestones.edit.handler(({ input, context: { ctx } }) => editMilestone(ctx, input)),
  remove: api.milestones.remove.handler(({ input, context: { ctx } }) =>
    removeMilestone(ctx, input.milestoneId),
  ),
  start: api.milestones.start.handler(({ input, context: { ctx } }) =>
    moveMilestone(ctx, input.milestoneId, 'start'),
  ),
  complete: api.milestones.complete.handler(({ input, context: { ctx } }) =>
    moveMilestone(ctx, input.milestoneId, 'complete'),
  ),
  reopen: api.milestones.reopen.handler(({ input, context: { ctx } }) =>
    moveMilestone(ctx, input.milestoneId, 'reopen'),
  ),
}

export const timelineRoutes = {
  get: api.timelines.get.handler(({ input, context: { ctx } }) =>
    getTimeline(ctx, input.contractId),
  ),
}
