import {
  contractStatusLabels,
  earningStatusLabels,
  listingStatusLabels,
  moneyStatusLabels,
  offerStatusLabels,
  revisionPhaseLabels,
  subscriptionStatusLabels,
  workStatusLabels,
} from '@semblance/contract'
import {
  ArrowDownToLine,
  BadgeCheck,
  Ban,
  Check,
  CircleCheck,
  CircleDot,
  CircleX,
  Clock,
  Eye,
  FilePen,
  Flame,
  Gem,
  History,
  Hourglass,
  Landmark,
  Lock,
  Mail,
  Reply,
  Scale,
  ShieldCheck,
  Sparkle,
  Timer,
  TriangleAlert,
  Undo2,
  UserCheck,
  Users,
} from 'lucide-react'
import {
  DashedRing,
  HalfRing,
  type StatusIcon,
  ThreeQuarterRing,
  TwinCurves,
} from './status-icons.tsx'
import type { StatusDomain, StatusId, StatusIds } from './status-ids.ts'
import type { Tone, Variant } from './variant-badge.tsx'

export type { StatusDomain, StatusId }

const variant = (label: string, tone: Tone, icon: StatusIcon): Variant => ({ label, tone, icon })

const accepted = (label: string) => variant(label, 'success', CircleCheck)
const cancelled = (label: string) => variant(label, 'neutral', Ban)
const failed = (label: string) => variant(label, 'danger', Ban)
const paid = (label: string) => variant(label, 'success', Check)
const pending = (label: string) => variant(label, 'neutral', DashedRing)
const rejected = (label: string) => variant(label, 'danger', CircleX)
const withdrawn = (label: string) => variant(label, 'neutral', Undo2)

/**
 * Maps every status to label, tone and icon; a status of the contract that is missing here is a
 * type error.
 */
export const statusVariants: { [Domain in StatusDomain]: Record<StatusIds[Domain], Variant> } = {
  adjustment: {
    proposed: variant('Proposed', 'warn', Hourglass),
    approved: accepted('Approved'),
    rejected: rejected('Rejected'),
    withdrawn: withdrawn('Withdrawn'),
  },
  approval: {
    waiting: variant('Waiting for an approval', 'held', Hourglass),
    approved: accepted('Approved'),
    declined: failed('Declined'),
    expired: cancelled('Expired'),
    superseded: cancelled('Superseded'),
  },
  application: {
    pending: pending('Pending'),
    waiting: variant('Waiting for applicant', 'info', Hourglass),
    approved: accepted('Approved'),
    declined: rejected('Declined'),
  },
  company: { verified: variant('Verified', 'synth', BadgeCheck) },
  contract: {
    awaiting_payment: variant(contractStatusLabels.awaiting_payment, 'held', Hourglass),
    in_progress: variant(contractStatusLabels.in_progress, 'info', HalfRing),
    synthetic_processing: variant(contractStatusLabels.synthetic_processing, 'synth', TwinCurves),
    pending_review: variant(contractStatusLabels.pending_review, 'warn', Eye),
    completed: accepted(contractStatusLabels.completed),
    disputed: variant(contractStatusLabels.disputed, 'warn', Scale),
    cancelled: cancelled(contractStatusLabels.cancelled),
  },
  dataSubscription: {
    active: accepted(subscriptionStatusLabels.active),
    paused: variant(subscriptionStatusLabels.paused, 'warn', Hourglass),
    ended: cancelled(subscriptionStatusLabels.ended),
  },
  dispute: {
    open: variant('Open', 'synth', CircleDot),
    escalated: variant('Under Review', 'warn', Hourglass),
    settled: accepted('Settled'),
    ruled: variant('Decided', 'success', Scale),
    withdrawn: withdrawn('Withdrawn'),
    void: cancelled('Cancelled'),
  },
  dpr: {
    draft: variant('Draft', 'neutral', FilePen),
    awaiting_offers: pending('Awaiting Vendor Submissions'),
    open: variant('Open', 'synth', CircleDot),
    accepted: accepted('Accepted'),
    ready_for_download: variant('Ready for Download', 'success', ArrowDownToLine),
    completed: accepted('Completed'),
    cancelled: cancelled('Cancelled'),
    expired: variant('Expired', 'neutral', Clock),
  },
  earning: {
    pending: pending(earningStatusLabels.pending),
    processing: variant(earningStatusLabels.processing, 'info', ThreeQuarterRing),
    paid: paid(earningStatusLabels.paid),
  },
  endpoint: {
    enabled: variant('Enabled', 'success', CircleCheck),
    failing: variant('Failing', 'warn', TriangleAlert),
    disabled: cancelled('Disabled'),
  },
  factor: { on: variant('On', 'success', ShieldCheck), off: pending('Off') },
  invitation: { invited: variant('Invited', 'info', Mail), offered: paid('Offer Sent') },
  invoice: {
    open: variant('Open', 'synth', CircleDot),
    paid: paid('Paid'),
    void: cancelled('Void'),
  },
  job: {
    failed: failed('Failed'),
    retrying: variant('Retrying', 'warn', Timer),
    running: variant('Running', 'info', HalfRing),
    waiting: pending('Waiting'),
  },
  key: {
    live: variant('Live', 'success', CircleCheck),
    expired: variant('Expired', 'neutral', Clock),
    revoked: cancelled('Revoked'),
  },
  mail: {
    failed: failed('Failed'),
    returned: failed('Came back'),
    waiting: pending('Waiting'),
    sent: paid('Sent'),
  },
  market: {
    urgent: variant('Urgent', 'danger', Timer),
    competitive: variant('Competitive', 'info', Users),
    hot: variant('Hot', 'warn', Flame),
    high_value: variant('High Value', 'success', Landmark),
    premium: variant('Premium', 'held', Gem),
    new: variant('New', 'synth', Sparkle),
  },
  member: {
    pending: pending('Pending'),
    active: variant('Active', 'success', UserCheck),
    deactivated: cancelled('Deactivated'),
    rejected: rejected('Rejected'),
    unconfirmed: variant('Unconfirmed', 'neutral', Clock),
  },
  money: {
    completed: accepted(moneyStatusLabels.completed),
    paid: paid(moneyStatusLabels.paid),
    held: variant(moneyStatusLabels.held, 'held', Lock),
    escrow: variant(moneyStatusLabels.escrow, 'held', Landmark),
    pending: pending(moneyStatusLabels.pending),
    failed: failed(moneyStatusLabels.failed),
  },
  offer: {
    pending: pending(offerStatusLabels.pending),
    accepted: accepted(offerStatusLabels.accepted),
    rejected: rejected(offerStatusLabels.rejected),
    declined: rejected('Declined'),
    not_selected: variant('Not Selected', 'neutral', Clock),
    withdrawn: withdrawn('Withdrawn'),
    expired: variant('Expired', 'neutral', Clock),
  },
  organization: {
    active: variant('Active', 'success', UserCheck),
    suspended: variant('Suspended', 'warn', Ban),
    terminated: failed('Terminated'),
  },
  payment: {
    submitted: variant('Submitted', 'neutral', Clock),
    settled: accepted('Settled'),
    failed: failed('Failed'),
    canceled: cancelled('Canceled'),
    returned: failed('Returned'),
  },
  payout: {
    submitted: variant('Processing', 'info', ThreeQuarterRing),
    paid: paid('Paid'),
    failed: pending('Pending'),
    needs_attention: failed('Failed'),
    returned: failed('Failed'),
  },
  priority: {
    high: variant('High Priority', 'warn', TriangleAlert),
    urgent: variant('Urgent', 'danger', Timer),
  },
  proposal: {
    pending: pending('Pending'),
    approved: paid('Agreed'),
    rejected: rejected('Rejected'),
    countered: variant('Countered', 'neutral', Reply),
    withdrawn: withdrawn('Withdrawn'),
    outdated: variant('Outdated', 'neutral', History),
  },
  listing: {
    draft: variant(listingStatusLabels.draft, 'neutral', FilePen),
    published: accepted(listingStatusLabels.published),
    paused: variant(listingStatusLabels.paused, 'warn', Hourglass),
    withdrawn: withdrawn(listingStatusLabels.withdrawn),
    taken_down: failed(listingStatusLabels.taken_down),
  },
  revision: {
    to_order: pending(revisionPhaseLabels.to_order),
    approval: pending(revisionPhaseLabels.approval),
    to_pay: pending(revisionPhaseLabels.to_pay),
    paying: variant(revisionPhaseLabels.paying, 'warn', Hourglass),
    in_delivery: variant(revisionPhaseLabels.in_delivery, 'synth', CircleDot),
    in_review: variant(revisionPhaseLabels.in_review, 'info', CircleDot),
    disputed: failed(revisionPhaseLabels.disputed),
    interrupted: failed(revisionPhaseLabels.interrupted),
    delivered: accepted(revisionPhaseLabels.delivered),
    missed: failed(revisionPhaseLabels.missed),
    lapsed: withdrawn(revisionPhaseLabels.lapsed),
    cancelled: cancelled(revisionPhaseLabels.cancelled),
  },
  settlement: {
    pending: pending('Pending'),
    accepted: accepted('Accepted'),
    rejected: rejected('Rejected'),
    countered: variant('Countered', 'neutral', Reply),
    withdrawn: withdrawn('Withdrawn'),
    lapsed: variant('Lapsed', 'neutral', History),
  },
  subscription: {
    active: variant('Active', 'success', UserCheck),
    ending: variant('Ending', 'warn', Hourglass),
    ended: cancelled('Ended'),
  },
  term: { agreed: paid('Agreed'), pending: pending('Pending') },
  ticket: {
    open: variant('Open', 'synth', CircleDot),
    answered: variant('Answered', 'info', CircleCheck),
    closed: variant('Closed', 'neutral', Check),
  },
  twin: {
    draft: variant('Takes files', 'neutral', FilePen),
    inspecting: variant('Files are read', 'info', HalfRing),
    review: variant('Waits for your review', 'warn', Eye),
    measuring: variant('Being measured', 'synth', TwinCurves),
    queued: pending('Waits for its measurement'),
    processing: variant('Being measured', 'synth', TwinCurves),
    held: variant('Delayed on our side', 'warn', Hourglass),
    refused: rejected('Not made'),
    failed: failed('Given up'),
    cancelled: cancelled('Canceled'),
    ready: accepted('Measured'),
  },
  webhook: {
    pending: pending('Waiting'),
    delivered: paid('Delivered'),
    failed: failed('Failed'),
  },
  work: {
    completed: accepted(workStatusLabels.completed),
    in_progress: variant(workStatusLabels.in_progress, 'info', HalfRing),
    pending: pending(workStatusLabels.pending),
    delayed: variant(workStatusLabels.delayed, 'danger', TriangleAlert),
  },
}

/** Returns true if `status`, as stored, is one of the domain's. */
export const isStatus = <Domain extends StatusDomain>(
  domain: Domain,
  status: string,
): status is StatusId<Domain> => Object.hasOwn(statusVariants[domain], status)

export const statusVariant = <Domain extends StatusDomain>(
  domain: Domain,
  status: StatusId<Domain>,
): Variant => statusVariants[domain][status]

export const statusLabel = <Domain extends StatusDomain>(
  domain: Domain,
  status: StatusId<Domain>,
): string => statusVariant(domain, status).label
