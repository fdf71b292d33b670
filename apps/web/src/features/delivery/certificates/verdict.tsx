import type { VerifiedCertificate } from '@semblance/contract'
import { BadgeCheck, CircleHelp, LoaderCircle, type LucideIcon, ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '@/lib/cn.ts'
import { canVerify, type useVerification } from './use-verification.ts'

type Variant = { tone: 'good' | 'bad' | 'open'; icon: LucideIcon; title: string; text: string }

const variants: Record<VerifiedCertificate['state'], Variant> = {
  valid: {
    tone: 'good',
    icon: BadgeCheck,
    title: 'Valid signature',
    text: 'Your browser has checked it just now against the published keys: nothing below was altered since it was signed.',
  },
  unknown_key: {
    tone: 'bad',
    icon: ShieldAlert,
    title: 'Signed by an unknown key',
    text: 'The key is not among those that the platform has published. Do not rely on what it says.',
  },
  altered: {
    tone: 'bad',
    icon: ShieldAlert,
    title: 'Altered',
    text: 'It was changed after it was signed: the signature does not fit the text, or something is disclosed that it does not commit to. Do not rely on what it says.',
  },
  unreadable: {
    tone: 'bad',
    icon: ShieldAlert,
    title: 'Not readable',
    text: 'This is not a certificate, or it is damaged.',
  },
}

const waiting: Variant = {
  tone: 'open',
  icon: LoaderCircle,
  title: 'Checking the signature',
  text: 'Your browser compares it with the published keys.',
}

const unchecked: Variant = {
  tone: 'open',
  icon: CircleHelp,
  title: 'Signature not checked',
  text: 'Browsers check signatures on secure (https) pages only. Download the certificate and check it with the command below.',
}

const withoutKeys: Variant = {
  tone: 'open',
  icon: CircleHelp,
  title: 'Signature not checked',
  text: 'The published keys could not be fetched. Reload the page to try again.',
}

const tones = {
  good: 'border-st-success-dot/40 bg-st-success-bg text-st-success-fg',
  bad: 'border-st-danger-dot/40 bg-st-danger-bg text-st-danger-fg',
  open: 'border-border bg-card text-foreground',
}

type VerdictProps = {
  verification: ReturnType<typeof useVerification>
  /** True within a card that has more than the verdict. */
  isJoined?: boolean
  /** Follows the verdict: what the certificate states. */
  children?: ReactNode
}

/** Shows first if the certificate is genuine. */
export function Verdict({
  verification: { data, isError },
  isJoined = false,
  children,
}: VerdictProps) {
  const { tone, icon: Icon, title, text } = lookOf(data?.state, isError)
  return (
    <div
      role="status"
      className={cn('flex gap-3 p-4 md:p-5', !isJoined && 'rounded-lg border', tones[tone])}
    >
      <Icon className="mt-0.5 size-5 shrink-0" aria-hidden />
      <div className="min-w-0">
        <p className="font-semibold text-md">{title}</p>
        <p className="mt-0.5 max-w-[90ch] text-base">{text}</p>
        {children && (
          <p className="mt-3 max-w-[70ch] text-base text-foreground [overflow-wrap:anywhere]">
            {children}
          </p>
        )}
      </div>
    </div>
  )
}

function lookOf(state: VerifiedCertificate['state'] | undefined, isError: boolean): Variant {
  if (state) return variants[state]
  if (!canVerify()) return unchecked
  return isError ? withoutKeys : waiting
}

/** Returns the verdict on another copy in a word or two. */
export const verdictTitle = (state: VerifiedCertificate['state']) => variants[state].title
