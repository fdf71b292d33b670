export { findApproval, findLatest, listDecisions } from './approval-queries.ts'
export { openApproval, recordDecision, supersedeApprovals } from './approvals.ts'
export {
  consentsTo,
  neededFor,
  type Purchase,
  requireWithinLimits,
  requireWithinOwnLimits,
} from './check.ts'
export { readRules } from './limits.ts'
export { findRules, listApprovers, type RulesRow } from './queries.ts'
export { keepReferences, referencesOf } from './references.ts'
export { readStandIn, setStandIn } from './stand-ins.ts'
export { type Standing, standingOn } from './standing.ts'
