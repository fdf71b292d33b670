import type { CurrentTerms } from '@semblance/contract'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { termsLine } from './terms-summary.ts'

/** Shows the terms in one line below 768 px; a tap shows all of them. */
export function TermsStrip({ terms, onShow }: { terms: CurrentTerms; onShow: () => void }) {
  return (
    <button
      type="button"
      onClick={onShow}
      className="flex min-h-11 shrink-0 items-center gap-3 border-b bg-card px-4 text-left text-sm focus-visible:-outline-offset-2 md:hidden"
    >
      <StatusBadge domain="term" status={terms.pendingProposalId ? 'pending' : 'agreed'} />
      <span className="num min-w-0 truncate font-medium">{termsLine(terms)}</span>
    </button>
  )
}
