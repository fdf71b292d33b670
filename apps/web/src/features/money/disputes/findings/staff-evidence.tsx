import { type DisputeEvidence, isLive, type StaffDispute } from '@semblance/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Panel } from '@/components/blocks/panel.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Button } from '@/components/ui/button.tsx'
import { dateTime } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { FindingView } from './finding-view.tsx'
import type { OpenedEvidence } from './use-evidence-opening.ts'

type StaffEvidenceProps = {
  dispute: StaffDispute
  opened: OpenedEvidence | null
  isOpening: boolean
  onOpen: () => void
  renderDelivery: (delivery: DisputeEvidence) => ReactNode
}

/** Shows staff the findings of a live dispute and its delivery, once they open them, which is recorded. */
export function StaffEvidence(props: StaffEvidenceProps) {
  const { dispute, opened, isOpening, onOpen, renderDelivery } = props
  if (!isLive(dispute)) return null
  return (
    <>
      <Panel
        title="What was measured again"
        description="Report, gate and certificate of the delivery, and what was measured. Each opening is recorded in the audit log."
        action={
          <Button size="sm" variant="outline" loading={isOpening} onClick={onOpen}>
            {opened ? 'Open Again' : 'Open Findings and Delivery'}
          </Button>
        }
      >
        {opened && <Opened dispute={dispute} opened={opened} />}
      </Panel>
      {opened?.delivery && renderDelivery(opened.delivery)}
    </>
  )
}

function Opened({ dispute, opened }: { dispute: StaffDispute; opened: OpenedEvidence }) {
  const { delivery } = opened
  return (
    <>
      {opened.claims.length === 0 ? (
        <p className="text-base">Nothing has been claimed that can be measured.</p>
      ) : (
        <FindingView findings={opened} stake={dispute.stake} />
      )}
      <p className="mt-3 text-muted-foreground text-sm">
        {delivery ? (
          <>
            Delivered <TimeText at={delivery.deliveredAt} show={dateTime} />.{' '}
            {delivery.certificate ? (
              <Link className="link" to={paths.certificate(delivery.certificate.id)}>
                Open the certificate
              </Link>
            ) : (
              'The delivery has no certificate.'
            )}
          </>
        ) : (
          'Nothing has been delivered.'
        )}
      </p>
    </>
  )
}
