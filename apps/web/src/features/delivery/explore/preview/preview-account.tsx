import { epsilonText, type ShownPreview } from '@semblance/contract'
import { Lock } from 'lucide-react'
import { Panel } from '@/components/blocks/panel.tsx'
import { PrivacyAccount } from '@/components/viz/privacy-account.tsx'
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
      <PrivacyAccount
        limit={account.limitEpsilon}
        together={planned.with}
        spentBefore={{
          label: 'Measured before',
          share: account.beforeShare,
          epsilon: account.before.epsilon,
        }}
        thisDelivery={{
          label: (
            <>
              This preview{' '}
              {madeAt && <span className="text-muted-foreground">{dayMonth(madeAt)}</span>}
            </>
          ),
          share: account.withShare - account.beforeShare,
          ...(figures?.epsilon != null && { epsilon: figures.epsilon }),
        }}
        reserved={{
          label: 'The delivery offered, at most',
          share: planned.share,
          epsilon: planned.epsilon,
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
