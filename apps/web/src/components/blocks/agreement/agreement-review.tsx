import {
  type AgreementContent,
  agreementSections,
  type OfferedAgreement,
} from '@semblance/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { orpc } from '@/lib/api/api.ts'

type Named = { offerId: string; agreementSha256?: string }
type AgreementQuery = UseQueryResult<OfferedAgreement | null>

/** Loads the agreement that an offer makes, or the proposal whose hash is named; null: its consents are not recorded. */
export const useAgreement = (named: Named, { enabled = true } = {}): AgreementQuery =>
  useQuery({ ...orpc.offers.agreement.queryOptions({ input: named }), enabled })

/** Shows what a button below it consents to. */
export function AgreementReview({ query }: { query: AgreementQuery }) {
  return (
    <QueryState query={query} errorTitle="The agreement did not load">
      {(agreement) =>
        agreement ? (
          <>
            <AgreementText content={agreement.content} />
            <p className="mt-2 text-muted-foreground text-sm">
              SHA-256 of this agreement{' '}
              <code className="text-xs [overflow-wrap:anywhere]">{agreement.agreementSha256}</code>
            </p>
          </>
        ) : (
          <p className="text-base text-muted-foreground">
            The text of this agreement and consents to it are not recorded: its terms are older than
            the recording of consents. The terms of the offer count.
          </p>
        )
      }
    </QueryState>
  )
}

/** Shows an agreement in the words of its document. */
function AgreementText({ content }: { content: AgreementContent }) {
  return (
    <section
      aria-label="Agreement"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll box must be reachable by keyboard
      tabIndex={0}
      className="relative max-h-72 overflow-y-auto rounded-md border px-4 py-3 focus-visible:-outline-offset-2"
    >
      {agreementSections(content).map(({ heading, paragraph, entries = [] }) => (
        <div key={heading} className="mb-4 last:mb-0">
          <h3 className="mb-1.5 font-semibold text-sm">{heading}</h3>
          {paragraph && <p className="text-sm">{paragraph}</p>}
          {entries.length > 0 && (
            <dl className="grid gap-1.5 text-sm">
              {entries.map(({ term, value }) => (
                <div key={term} className="grid gap-x-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
                  <dt className="text-muted-foreground">{term}</dt>
                  <dd className="whitespace-pre-wrap [overflow-wrap:anywhere]">{value}</dd>
                </div>
              ))}
            </dl>
          )}
        </div>
      ))}
    </section>
  )
}
