import { type Delivery, errors } from '@semblance/contract'
import { ErrorSummary } from '@/components/blocks/states/error-summary.tsx'

/** Shows the errors of the previous delivery, and its vendor's next steps. */
export function DeliveryErrors({ delivery }: { delivery: Delivery }) {
  const { status, fileName, reason, gate } = delivery
  if (status === 'refused' && gate)
    return (
      <ErrorSummary
        title="The synthetic dataset is not what was agreed, so the client has not received it."
        points={gate.filter(({ pass }) => !pass).map(({ sentence }) => sentence)}
        advice="The files of this delivery are destroyed. Upload others, or agree on other terms with the client in Messages."
      />
    )
  const said = {
    draft: reason,
    refused: `${fileName} was refused: ${reason}`,
    failed: `${fileName} could not be processed: ${reason}`,
  }[status as string]
  return <ErrorSummary title={said ?? errors.internal.message} />
}
