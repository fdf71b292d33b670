import {
  accountLimits,
  accountText,
  type CheckFigure,
  type DrawnAccount,
  type PrivacyCheck,
  type PublishedReport,
} from '@semblance/contract'
import { outcomeOf, outcomesText, untestedText } from '@semblance/plots'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { CheckMark } from '@/components/blocks/check-mark.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { IntervalRule } from '@/components/viz/interval-rule.tsx'
import { MeasuredAccount } from '@/components/viz/measured-account.tsx'
import { cn } from '@/lib/cn.ts'
import { count } from '@/lib/format.ts'
import { budgetText } from './validation-summary.tsx'

type Privacy = PublishedReport['privacy']

type PrivacyPanelProps = {
  privacy: Privacy
  /** True for outcome and figure alone, on one line each. */
  isBrief?: boolean
  action?: ReactNode
}

/** Lists the privacy checks of a report, each with its outcome and its place against its limit. */
export function PrivacyPanel({ privacy, isBrief = false, action }: PrivacyPanelProps) {
  const untested = untestedText(privacy.untested)
  const hasFigures = privacy.checks.some(({ figure }) => figure)
  const outcomes = privacy.checks.map(outcomeOf)
  return (
    <Panel
      title={isBrief ? 'Privacy' : 'Privacy measures'}
      description={
        isBrief
          ? `${outcomesText(outcomes)}. ${privacy.mode === 'private' ? 'The guarantee does not rest on them.' : 'They are no guarantee.'}`
          : `${leadOf(privacy)}${hasFigures ? ' Failed: over its limit (dashed). Passed: under it, by a test that would notice 10 points (green). Cannot tell: under it, but the test would not notice. Bars are 95% intervals.' : ''}`
      }
      action={action}
      flush
    >
      <ul className="divide-y border-t">
        {privacy.checks.map((check) => (
          <Check key={check.id} check={check} isBrief={isBrief} />
        ))}
      </ul>
      {untested && (
        <p className="border-t px-4 py-3.5 text-muted-foreground text-sm md:px-5">
          <span className="block max-w-[110ch]">{untested}</span>
        </p>
      )}
    </Panel>
  )
}

function leadOf(privacy: Privacy): string {
  const budget = budgetText(privacy)
  return budget
    ? `Differential privacy per ${privacy.unit}, ${budget}.`
    : 'Protected mode: guards in place of differential privacy, without a formal guarantee.'
}

function Check({ check, isBrief }: { check: PrivacyCheck; isBrief: boolean }) {
  const { label, detail, figure } = check
  const outcome = outcomeOf(check)
  const unseen = outcome === 'inconclusive' ? unseenText(check) : null
  return (
    <li
      className={cn(
        'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3 md:gap-x-6 md:px-5',
        isBrief
          ? 'md:grid-cols-[116px_minmax(0,1fr)_auto]'
          : 'md:grid-cols-[116px_minmax(0,1.35fr)_minmax(0,1fr)_150px]',
      )}
    >
      <CheckMark outcome={outcome} className="max-md:order-last" />
      <div className="min-w-0">
        <p className="font-medium leading-snug">{label}</p>
        {!isBrief && (
          <p className="text-muted-foreground text-sm [overflow-wrap:anywhere]">
            {detail}
            {unseen && ` ${unseen}`}
          </p>
        )}
        {!isBrief && figure && <p className="num mt-1 text-sm">{figure.text}</p>}
      </div>
      {!isBrief && (
        <div className="max-md:order-last max-md:col-span-2">
          <Rule check={check} />
        </div>
      )}
      <span className="num text-right text-muted-foreground text-sm max-md:hidden">
        {figure && figure.value !== null ? valueText(figure, figure.value) : ''}
      </span>
    </li>
  )
}

function Rule({ check }: { check: PrivacyCheck }) {
  const { label, figure } = check
  if (!figure || figure.value === null || figure.limit === null) return null
  const { value, interval, ideal, limit, unit } = figure
  return (
    <IntervalRule
      label={label}
      display={figureValue(unit, value)}
      value={value}
      low={interval?.low ?? null}
      high={interval?.high ?? null}
      limit={limit}
      ideal={ideal}
      passesTo={interval ? Math.min(limit, ideal + mostUnseen) : limit}
      outcome={outcomeOf(check)}
      {...scaleOf(figure)}
    />
  )
}

/** A check passes only if it would have found a leak of ten points. */
const mostUnseen = 0.1

/** Says how small a leak the check would have missed. */
function unseenText({ minimumDetectableEffect: least }: PrivacyCheck): string | null {
  if (least == null) return null
  return least >= 1
    ? 'It would notice nothing short of 100 points; 10 are wanted.'
    : `It would notice ${Math.ceil(least * 100)} points or more; 10 are wanted.`
}

/** "4.0% (-66.0% to 74.0%)" */
function valueText({ unit, interval }: CheckFigure, value: number): string {
  const main = figureValue(unit, value)
  return interval
    ? `${main} (${figureValue(unit, interval.low)} to ${figureValue(unit, interval.high)})`
    : main
}

/** "1.2%", "4.0%", "3", "0.1836": all shares with one decimal, as they stand below each other. */
function figureValue(unit: CheckFigure['unit'], amount: number): string {
  if (unit === 'share') return `${(Math.round(amount * 1000) / 10 || 0).toFixed(1)}%` // never "-0.0%"
  return unit === 'rho' ? amount.toFixed(4) : count(Math.round(amount))
}

/** Returns the ends of a ruler that shows all of a figure. */
function scaleOf({ value, interval, ideal, limit }: CheckFigure) {
  const marks = [value, interval?.low, interval?.high, ideal, limit].filter((at) => at != null)
  const [low, high] = [Math.min(...marks), Math.max(...marks)]
  const margin = 0.12 * (high - low || 1)
  return { min: low - margin, max: high + margin }
}

type GuaranteePanelProps = {
  privacy: Privacy
  account: DrawnAccount | null
  isMeasuredByVendor?: boolean
  isConnected?: boolean
}

/** Shows the guarantee and its exclusions, in the synthesizer's own words, and the account of the source. */
export function GuaranteePanel({
  privacy,
  account,
  isMeasuredByVendor = false,
  isConnected = false,
}: GuaranteePanelProps) {
  const isProtected = privacy.mode === 'protected'
  return (
    <div className={cn('grid gap-5', account && 'md:grid-cols-2')}>
      <Panel title={isProtected ? 'No formal privacy guarantee' : 'Privacy guarantee'}>
        <p className="max-w-[80ch] text-muted-foreground text-sm">{privacy.guarantee}</p>
      </Panel>
      {account && (
        <Panel title="What the account covers">
          <p className="max-w-[80ch] text-muted-foreground text-sm">
            {accountText(account, isMeasuredByVendor)}{' '}
            {accountLimits(isMeasuredByVendor, isConnected)}
          </p>
        </Panel>
      )}
    </div>
  )
}

type AccountPanelProps = { privacy: Privacy; account: DrawnAccount; note: string }

/** Draws what is measured of the source, and what is held back. A twin without a guarantee has no account total. */
export function AccountPanel({ privacy, account, note }: AccountPanelProps) {
  if (privacy.mode === 'protected') return null
  return (
    <Panel
      title="Privacy account of the source"
      description={`${account.sourceId}, per ${privacy.unit}`}
      action={<Lock className="size-4 text-brass-strong" aria-hidden />}
    >
      <MeasuredAccount
        account={account}
        label={
          <>
            This delivery <span className="text-muted-foreground">{note}</span>
          </>
        }
      />
    </Panel>
  )
}
