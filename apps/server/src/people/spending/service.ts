export { findApproval, findLatest, listDecisions, listUndecided } from './approval-queries.ts'
export { openApproval, recordDecision, supersedeApprovals } from './approvals.ts'
export { backfillApproval, backfillMemberLimit } from './backfill.ts'
export {
  approverOf,
  isWithinLimitsOf,
  neededFor,
  needsApproval,
  requireWithinLimits,
  requireWithinOwnLimits,
} from './check.ts'
export { requireKeyWithinOwnLimits } from './key-limits.ts'
export { dropChangesOf } from './limit-changes.ts'
export { findRules, type RulesRow } from './queries.ts'
export { keepReferences, referencesOf } from './references.ts'
export { readStandIn, setStandIn } from './stand-ins.ts'
export { type Standing, standings } from './standing.ts'
