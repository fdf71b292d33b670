import type { Certificate, VerifiedCertificate } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { Check, CircleHelp, LoaderCircle, X } from 'lucide-react'
import { cn } from '@/lib/cn.ts'
import { plural } from '@/lib/format.ts'
import { type CheckResult, checkInLog } from './log-checks.ts'
import { canVerify } from './use-verification.ts'

/** Counts the reader's files by the result of their comparison. */
export type ComparedFiles = { good: number; bad: number }

type FiveChecksProps = {
  certificate: Certificate
  state: VerifiedCertificate['state']
  files: ComparedFiles
}

/** Lists what this browser has checked of a certificate; a failure stands in red and names what broke. */
export function FiveChecks({ certificate, state, files }: FiveChecksProps) {
  const { data, isError } = useQuery({
    queryKey: ['certificate-in-log', certificate.jti],
    queryFn: () => checkInLog(certificate),
    enabled: canVerify(),
  })
  const unread: CheckResult | null = isError
    ? { outcome: 'inconclusive', text: 'The log could not be read. Reload the page to try again.' }
    : null
  return (
    <ul aria-label="Checked in this browser" className="divide-y">
      <Row title="Signature" result={signatureResult(state)} />
      <Row title="In the log" result={data?.log ?? unread} />
      <Row title="Checkpoint" result={data?.checkpoint ?? unread} />
      <Row title="Key destroyed" result={data?.destroyed ?? unread} />
      <Row title="Your files" result={filesResult(files)} />
    </ul>
  )
}

function signatureResult(state: VerifiedCertificate['state']): CheckResult {
  if (state === 'valid') return { outcome: 'passed', text: 'ES256, against the published keys' }
  return state === 'unknown_key'
    ? { outcome: 'failed', text: 'The key is not among those that are published' }
    : { outcome: 'failed', text: 'The signature, or something disclosed, does not fit it' }
}

function filesResult({ good, bad }: ComparedFiles): CheckResult {
  if (good + bad === 0) return { outcome: 'none', text: 'Drop them below to compare' }
  return bad > 0
    ? { outcome: 'failed', text: `${plural(bad, 'file')} not as certified` }
    : { outcome: 'passed', text: `${plural(good, 'file')} as certified` }
}

const looks = {
  passed: { icon: Check, dot: 'bg-st-success-dot text-card', word: 'Passed' },
  failed: { icon: X, dot: 'bg-st-danger-dot text-card', word: 'Failed' },
  inconclusive: {
    icon: CircleHelp,
    dot: 'bg-st-warn-bg text-st-warn-fg',
    word: 'Cannot tell',
  },
  none: { icon: null, dot: 'ring-[1.5px] ring-border-strong ring-inset', word: 'Not checked' },
}

function Row({ title, result }: { title: string; result: CheckResult | null }) {
  const look = result ? looks[result.outcome] : null
  const Icon = look ? look.icon : LoaderCircle
  return (
    <li
      className={cn(
        'flex items-start gap-3 px-4 py-2.5 md:px-5',
        result?.outcome === 'failed' && 'bg-st-danger-bg text-st-danger-fg',
      )}
    >
      <span
        aria-hidden
        className={cn(
          'mt-0.5 grid size-[19px] shrink-0 place-items-center rounded-full',
          look?.dot ?? 'text-muted-foreground',
        )}
      >
        {Icon && <Icon className="size-3" strokeWidth={look ? 3.2 : 2} />}
      </span>
      <span className="min-w-0">
        <span className="block font-medium leading-snug">
          {title}
          <span className="sr-only">, {look?.word ?? 'Being checked'}</span>
        </span>
        <span
          className={cn(
            'block text-sm [overflow-wrap:anywhere]',
            result?.outcome !== 'failed' && 'text-muted-foreground',
          )}
        >
          {result?.text ?? 'Being checked'}
        </span>
      </span>
    </li>
  )
}
