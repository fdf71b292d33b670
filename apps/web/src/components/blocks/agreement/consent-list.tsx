import {
  type AgreementConsent,
  consentActLabels,
  consentOf,
  type Side,
  sides,
} from '@semblance/contract'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { date } from '@/lib/format.ts'

const labels: Record<Side, string> = {
  client: 'Consent of the client',
  vendor: 'Consent of the vendor',
}

/** Shows how and when each party consented to an agreement, or that this is not recorded. */
export function ConsentList({ consents }: { consents: readonly AgreementConsent[] }) {
  return sides.map((side) => {
    const consent = consentOf(consents, side)
    return (
      <div key={side}>
        <dt className="text-muted-foreground text-sm">{labels[side]}</dt>
        <dd>{consent ? <Consent consent={consent} /> : 'Not recorded'}</dd>
      </div>
    )
  })
}

function Consent({ consent }: { consent: AgreementConsent }) {
  const { act, at, personName, isByKey, hadSecondFactor } = consent
  return (
    <>
      <span className="inline-block first-letter:uppercase">{consentActLabels[act]}</span>,{' '}
      <TimeText at={at} show={date} />
      <span className="block text-muted-foreground text-sm [overflow-wrap:anywhere]">
        {[
          personName,
          isByKey && 'By a key for programs',
          hadSecondFactor === true && 'With a second factor',
          hadSecondFactor === false && 'Without a second factor',
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </>
  )
}
