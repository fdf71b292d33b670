import type { StaffDispute } from '@semblance/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Panel } from '@/components/blocks/panel.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { dateTime } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import type { OpenedEvidence } from '../findings/use-evidence-opening.ts'
import { nameOf } from '../statement-list.tsx'

type Step = { id: string; at: Date; who?: string | undefined; what: ReactNode }

type EvidenceTrailProps = { dispute: StaffDispute; opened: OpenedEvidence | null }

/** Lists who did what and when on the contract and in the dispute, with the documents that were opened. */
export function EvidenceTrail({ dispute, opened }: EvidenceTrailProps) {
  const steps = [...stepsOf(dispute), ...documentsOf(opened)].sort(
    (a, b) => a.at.getTime() - b.at.getTime(),
  )
  return (
    <Panel title="Evidence trail" description="Contract and dispute, oldest first." flush>
      <ol className="divide-y border-t">
        {steps.map(({ id, at, who, what }) => (
          <li
            key={id}
            className="grid gap-x-4 px-4 py-2.5 text-base sm:grid-cols-[11rem_minmax(0,1fr)] md:px-5"
          >
            <TimeText at={at} show={dateTime} className="num text-muted-foreground text-sm" />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {who && <span className="text-muted-foreground">{who}: </span>}
              {what}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

const stepsOf = (dispute: StaffDispute): Step[] => [
  ...dispute.contractEvents.map(({ id, by, title, at }) => ({
    id: `contract ${id}`,
    at,
    who: by ? nameOf(dispute, by) : undefined,
    what: title,
  })),
  ...dispute.events.map(({ id, title, at }) => ({ id: `dispute ${id}`, at, what: title })),
]

/** Returns the certificate and the findings, once they were opened. */
function documentsOf(opened: OpenedEvidence | null): Step[] {
  if (!opened) return []
  const { delivery, findings } = opened
  return [
    ...(delivery?.certificate
      ? [
          {
            id: 'certificate',
            at: delivery.deliveredAt,
            what: (
              <Link className="link" to={paths.certificate(delivery.certificate.id)}>
                Certificate of delivery
              </Link>
            ),
          },
        ]
      : []),
    ...findings.map(({ id, measuredAt }) => ({
      id: `finding ${id}`,
      at: measuredAt,
      what: 'Claims measured in the certified files, finding signed',
    })),
  ]
}
