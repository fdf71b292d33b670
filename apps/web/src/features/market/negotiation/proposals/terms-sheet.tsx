import { Link } from 'react-router'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Sheet } from '@/components/ui/sheet.tsx'
import { paths } from '@/paths.ts'
import { AcceptAndPay } from './accept-and-pay.tsx'
import { ComparedTerms } from './compared-terms.tsx'
import { TermHistory } from './term-history.tsx'
import {
  AnsweringNote,
  Compliance,
  NoTerms,
  OfferName,
  ProposeButton,
  TermList,
  type TermsProps,
} from './terms-panel.tsx'

type TermsSheetProps = TermsProps & { open: boolean; onOpenChange: (open: boolean) => void }

/** Current Terms below 1280 px. */
export function TermsSheet({
  conversation,
  query,
  onPropose,
  open,
  onOpenChange,
}: TermsSheetProps) {
  const { counterpart } = conversation
  const propose = () => {
    onOpenChange(false)
    onPropose()
  }
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      side="right"
      title="Current Terms"
      footer={
        query.data && (
          <div className="grid gap-3">
            <Compliance terms={query.data} />
            <AcceptAndPay conversation={conversation} terms={query.data} />
            <ProposeButton terms={query.data} onPropose={propose} />
          </div>
        )
      }
    >
      <OfferName conversation={conversation} terms={query.data} />
      <Link to={paths.company(counterpart.slug)} className="link mt-1 inline-block text-sm">
        Company profile of {counterpart.name}
      </Link>
      <QueryState query={query} errorTitle="Terms did not load">
        {(terms) =>
          terms ? (
            <>
              <TermList terms={terms} />
              <ComparedTerms terms={terms} />
              <AnsweringNote conversation={conversation} terms={terms} />
              <TermHistory conversationId={conversation.id} />
            </>
          ) : (
            <NoTerms conversation={conversation} />
          )
        }
      </QueryState>
    </Sheet>
  )
}
