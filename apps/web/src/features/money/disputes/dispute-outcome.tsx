import { type Dispute, isLive } from '@semblance/contract'
import { Shares } from './shares.tsx'

const words = {
  settled: 'Both parties agreed on this settlement.',
  ruled: 'Semblance decided as follows.',
  withdrawn: 'The dispute was withdrawn, and the contract went on where it stood.',
  void: "The client's bank took the payment back, so nothing was left to share out.",
}

/** Shows the result, to the cent. */
export function DisputeOutcome({ dispute }: { dispute: Dispute }) {
  const { outcome, status } = dispute
  if (isLive(dispute) || status === 'open' || status === 'escalated') return null
  return (
    <section aria-label="Outcome" className="card px-4 py-4 md:px-5">
      <h3 className="font-medium text-base">Outcome</h3>
      <p className="mt-1 text-base">{words[status]}</p>
      {outcome && (
        <>
          {outcome.reasons && (
            <p className="mt-2 max-w-[80ch] whitespace-pre-line border-l-2 pl-3 text-base [overflow-wrap:anywhere]">
              {outcome.reasons}
            </p>
          )}
          <Shares
            className="mt-3 max-w-md"
            stake={dispute.stake}
            toVendorCents={outcome.toVendorCents}
          />
        </>
      )}
    </section>
  )
}
