import { epsilonText, type ShownPreview } from '@semblance/contract'
import { Lock } from 'lucide-react'
import { Panel } from '@/components/blocks/panel.tsx'
import { MeasuredAccount } from '@/components/viz/measured-account.tsx'
import { dayMonth } from '@/lib/format.ts'

/** Shows what the preview took of its source's account, and what a delivery at the offered level may take. */
export function PreviewAccount({
  preview: { account, planned, madeAt, figures },
}: {
  preview: ShownPreview
}) {
  if (!account || !planned) return null
  const fits = account.withShare + planned.share <= 1
  return (
    <Panel
      title="Privacy account of the source"
      description={`${account.sourceId}, as the preview left it`}
      action={<Lock className="size-4 text-brass-strong" aria-hidden />}
    >
      <MeasuredAccount
        account={account}
        label={
          <>
            This preview{' '}
            {madeAt && <span className="text-muted-foreground">{dayMonth(madeAt)}</span>}
          </>
        }
        epsilon={figures?.epsilon ?? undefined}
        planned={{
          label: 'The delivery offered, at most',
          share: planned.share,
          epsilon: planned.epsilon,
          together: planned.with,
        }}
      />
      {!fits && (
        <p className="mt-2 text-sm text-st-warn-fg">
          A delivery that measures the source again at ε {epsilonText(planned.epsilon)} would exceed
          this limit, which the vendor may raise.
        </p>
      )}
    </Panel>
  )
}
