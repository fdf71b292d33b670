import { type Application, isUndecided } from '@semblance/contract'
import { useId, useRef, useState } from 'react'
import { DecisionChoice } from '@/components/blocks/queue/decision-choice.tsx'
import { submitWithin, useQueueKeys } from '@/components/blocks/queue/use-queue-keys.ts'
import type { QueueSteps } from '@/components/blocks/queue/use-queue-steps.ts'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { dateTime } from '@/lib/format.ts'
import { ApplicationNotes } from './application-notes.tsx'
import { ApproveForm } from './approve-form.tsx'
import { AskForm } from './ask-form.tsx'
import { DeclineForm } from './decline-form.tsx'

type Decision = 'approve' | 'ask' | 'decline'

const choices = [
  {
    value: 'approve',
    label: 'Approve',
    note: 'Creates the organization, mails its ID',
    hotkey: 'A',
  },
  { value: 'ask', label: 'Ask for more', note: 'Stops the clock until they answer', hotkey: 'M' },
  { value: 'decline', label: 'Decline', note: 'With a reason that they read', hotkey: 'D' },
] as const

type ApplicationDecisionProps = { application: Application; steps: QueueSteps }

/** Decides on an application, or shows what was decided; notes are below. */
export function ApplicationDecision({ application, steps }: ApplicationDecisionProps) {
  const noteId = useId()
  const decision = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<Decision | null>(null)
  const isOpen = isUndecided(application.status)
  useQueueKeys(
    {
      ...(isOpen && {
        a: () => setChosen('approve'),
        m: () => setChosen('ask'),
        d: () => setChosen('decline'),
      }),
      n: () => document.getElementById(noteId)?.focus(),
    },
    () => {
      const typedIn = document.activeElement?.closest('form')?.parentElement
      submitWithin(typedIn ?? decision.current)
    },
  )
  const props = { application, steps }
  return (
    <>
      {isOpen ? (
        <div ref={decision} className="grid gap-4">
          <DecisionChoice label="Decision" choices={choices} value={chosen} onChange={setChosen} />
          {chosen === 'approve' && <ApproveForm {...props} />}
          {chosen === 'ask' && <AskForm {...props} />}
          {chosen === 'decline' && <DeclineForm {...props} />}
        </div>
      ) : (
        <Decided application={application} />
      )}
      <ApplicationNotes application={application} fieldId={noteId} />
    </>
  )
}

function Decided({ application }: { application: Application }) {
  const { decidedAt, decidedBy, organizationId, decisionReason } = application
  return (
    <>
      <h3 className="font-medium text-sm">Decision</h3>
      <DescriptionList
        className="mt-1"
        rows={[
          ...(decidedAt ? [{ term: 'Decided', value: dateTime(decidedAt) }] : []),
          { term: 'Decided by', value: decidedBy ?? 'Account deleted' },
          ...(organizationId
            ? [{ term: 'Organization ID', value: <span className="mono">{organizationId}</span> }]
            : []),
        ]}
      />
      {decisionReason && (
        <p className="border-t py-2.5 text-base [overflow-wrap:anywhere]">{decisionReason}</p>
      )}
    </>
  )
}
