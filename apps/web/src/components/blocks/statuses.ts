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

export type Tone = 'neutral' | 'info' | 'synth' | 'held' | 'warn' | 'success' | 'danger'

export const toneInk: Record<Tone, string> = {
  neutral: 'text-st-neutral-fg',
  info: 'text-st-info-fg',
  synth: 'text-st-synth-fg',
  held: 'text-st-held-fg',
  warn: 'text-st-warn-fg',
  success: 'text-st-success-fg',
  danger: 'text-st-danger-fg',
}

export const toneTint: Record<Tone, string> = {
  neutral: 'bg-st-neutral-bg',
  info: 'bg-st-info-bg',
  synth: 'bg-st-synth-bg',
  held: 'bg-st-held-bg',
  warn: 'bg-st-warn-bg',
  success: 'bg-st-success-bg',
  danger: 'bg-st-danger-bg',
}

type Look = { tone: Tone; icon: StatusIcon }

/** By title-cased label. A label that is missing here is shown neutral, with a clock. */
const looks: Record<string, Look> = {
  Open: { tone: 'synth', icon: CircleDot },
  'Synthetic Processing': { tone: 'synth', icon: TwinCurves },
  New: { tone: 'synth', icon: Sparkle },
  Verified: { tone: 'synth', icon: BadgeCheck },
  'In Progress': { tone: 'info', icon: HalfRing },
  Processing: { tone: 'info', icon: ThreeQuarterRing },
  Competitive: { tone: 'info', icon: Users },
  Held: { tone: 'held', icon: Lock },
  Escrow: { tone: 'held', icon: Landmark },
  Premium: { tone: 'held', icon: Gem },
  'Awaiting Payment': { tone: 'held', icon: Hourglass },
  'Pending Review': { tone: 'warn', icon: Eye },
  'Under Review': { tone: 'warn', icon: Hourglass },
  Hot: { tone: 'warn', icon: Flame },
  Disputed: { tone: 'warn', icon: Scale },
  Accepted: { tone: 'success', icon: CircleCheck },
  Approved: { tone: 'success', icon: CircleCheck },
  'Ready for Download': { tone: 'success', icon: ArrowDownToLine },
  Completed: { tone: 'success', icon: CircleCheck },
  Paid: { tone: 'success', icon: Check },
  Agreed: { tone: 'success', icon: Check },
  Active: { tone: 'success', icon: UserCheck },
  'High Value': { tone: 'success', icon: Landmark },
  Rejected: { tone: 'danger', icon: CircleX },
  Declined: { tone: 'danger', icon: CircleX },
  Failed: { tone: 'danger', icon: Ban },
  Delayed: { tone: 'danger', icon: TriangleAlert },
  Urgent: { tone: 'danger', icon: Timer },
  'High Priority': { tone: 'warn', icon: TriangleAlert },
  Answered: { tone: 'info', icon: CircleCheck },
  Closed: { tone: 'neutral', icon: Check },
  Pending: { tone: 'neutral', icon: DashedRing },
  'Awaiting Vendor Submissions': { tone: 'neutral', icon: DashedRing },
  Draft: { tone: 'neutral', icon: FilePen },
  Invited: { tone: 'info', icon: Mail },
  'Offer Sent': { tone: 'success', icon: Check },
  Withdrawn: { tone: 'neutral', icon: Undo2 },
  Countered: { tone: 'neutral', icon: Reply },
  Outdated: { tone: 'neutral', icon: History },
  Refunded: { tone: 'neutral', icon: Undo2 },
  Expired: { tone: 'neutral', icon: Clock },
  Cancelled: { tone: 'neutral', icon: Ban },
  Deactivated: { tone: 'neutral', icon: Ban },
  Suspended: { tone: 'warn', icon: Ban },
  Terminated: { tone: 'danger', icon: Ban },
  On: { tone: 'success', icon: ShieldCheck },
  Off: { tone: 'neutral', icon: DashedRing },
}

export function statusLook(label: string): Look {
  return looks[label] ?? { tone: 'neutral', icon: Clock }
}
