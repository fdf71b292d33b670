import {
  accountLimits,
  accountText,
  type CheckFigure,
  type PrivacyCheck,
  type PublishedReport,
  type SourceAccount,
} from '@semblance/contract'
import { outcomeOf, untestedText } from '@semblance/plots'
import { Panel } from '@/components/blocks/panel.tsx'
import { GaugeHead, QualityGauge } from '@/components/viz/quality-gauge.tsx'
import { count, percent } from '@/lib/format.ts'
import { budgetText } from './validation-summary.tsx'

type Privacy = PublishedReport['privacy']

export function PrivacyPanel({ privacy }: { privacy: Privacy }) {
  const budget = budgetText(privacy)
  const untested = untestedText(privacy.untested)
  const hasFigures = privacy.checks.some(({ figure }) => figure)
  return (
    <Panel
      title="Privacy measures"
      description={`${
        budget
          ? `Differential privacy per ${privacy.unit}, ${budget}.`
          : 'Protected mode: guards in place of differential privacy, without a formal guarantee.'
      }${hasFigures ? ' On each ruler: the value, a bar for its 95% confidence, and in green what is tolerated.' : ''}`}
    >
      <ul className="grid gap-x-10 gap-y-6 md:grid-cols-2">
        {privacy.checks.map((check) => (
          <li key={check.id} className="min-w-0">
            <Check {...check} />
          </li>
        ))}
      </ul>
      {untested && <p className="mt-6 max-w-[110ch] text-muted-foreground text-sm">{untested}</p>}
    </Panel>
  )
}

function Check(check: PrivacyCheck) {
  const { label, detail, figure } = check
  const outcome = outcomeOf(check)
  return (
    <>
      {figure && figure.value !== null && figure.limit !== null ? (
        <QualityGauge
          label={label}
          value={figure.value}
          display={figureValue(figure, figure.value)}
          interval={figure.interval}
          {...scaleOf(figure)}
          limit={figure.limit}
          outcome={outcome}
        />
      ) : (
        <GaugeHead label={label} outcome={outcome} />
      )}
      {figure && <p className="num mt-1.5 text-sm">{figure.text}</p>}
      <p className="mt-1 text-muted-foreground text-sm [overflow-wrap:anywhere]">{detail}</p>
    </>
  )
}

/** Shows the guarantee and its exclusions, in the synthesizer's own words, and the account of the source. */
export function GuaranteePanel({
  privacy,
  account,
  isMeasuredByVendor = false,
  isConnected = false,
}: {
  privacy: Privacy
  account: SourceAccount | null
  isMeasuredByVendor?: boolean
  isConnected?: boolean
}) {
  return (
    <Panel
      title={privacy.mode === 'protected' ? 'No formal privacy guarantee' : 'Privacy guarantee'}
    >
      <p className="max-w-[110ch] text-muted-foreground text-sm">{privacy.guarantee}</p>
      {account && (
        <p className="mt-3 max-w-[110ch] text-muted-foreground text-sm">
          {accountText(account, isMeasuredByVendor)}{' '}
          {accountLimits(isMeasuredByVendor, isConnected)}
        </p>
      )}
    </Panel>
  )
}

/** "1.2%", "3 rows", "0.1836". */
function figureValue({ unit }: CheckFigure, amount: number): string {
  if (unit === 'share') return percent(amount)
  return unit === 'rho' ? amount.toFixed(4) : count(Math.round(amount))
}

/** The ends of a ruler that shows all of a figure. */
function scaleOf({ value, interval, ideal, limit }: CheckFigure) {
  const marks = [value, interval?.low, interval?.high, ideal, limit].filter((at) => at != null)
  const [low, high] = [Math.min(...marks), Math.max(...marks)]
  const margin = 0.12 * (high - low || 1)
  return { min: low - margin, max: high + margin }
}
