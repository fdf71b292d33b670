import { formatBps, PLATFORM_FEE_BPS } from '@semblance/contract'
import { Panel } from '@/components/blocks/panel.tsx'
import { Accordion } from '@/components/ui/accordion.tsx'

/** Each answer states what the product does; keep them true. */
const questions = [
  {
    id: 'join',
    title: 'How does my company join?',
    content:
      'Apply under Register Business. Our compliance team reviews the application within 2-5 business days and e-mails you an organization ID. Employees sign up with that ID, and your administrator approves them.',
  },
  {
    id: 'escrow',
    title: 'Where is my money between payment and delivery?',
    content: `In escrow. When you pay, the price and the platform fee of ${formatBps(PLATFORM_FEE_BPS)} are booked to an account that belongs to your contract alone. The vendor is paid what the offer releases at the start, and the rest when the delivery is accepted; both sides see what is held and what has been released on the contract.`,
  },
  {
    id: 'original',
    title: 'What happens to the original data?',
    content:
      'It is encrypted on arrival, under a key of its own. We measure it, generate the synthetic dataset from those measurements, and delete the original with its key. What the client downloads holds synthetic records only.',
  },
  {
    id: 'quality',
    title: 'How do I know that the synthetic data is any good?',
    content:
      'Every delivery comes with a report: distributions beside those of the original, in private mode means and correlations too, and privacy measured on records that were held back. A delivery that fails the quality gate goes back to the vendor and never reaches you.',
  },
  {
    id: 'terms',
    title: 'Can terms change after an offer was sent?',
    content:
      'Yes, by agreement. Either side proposes changes in Messages; they apply when the other side approves. Price, timeline, format, samples, accuracy and privacy level can be proposed; once the price is in escrow it is fixed.',
  },
  {
    id: 'reviews',
    title: 'Who can write a review?',
    content:
      "Members of the client of a completed contract, once for each contract, on the vendor's company profile. The vendor can answer once.",
  },
  {
    id: 'issue',
    title: 'Something is wrong with my contract. What do I do?',
    content:
      'Talk to the other side in Messages first: most issues are settled there. If that does not help, write to us with the contract ID, and we look at it together with the record of what was agreed.',
  },
  {
    id: 'account',
    title: 'How do I secure or delete my account?',
    content:
      'Under Privacy & Security: turn on two-step sign-in, see and end the sessions of other devices, take your data along, or delete the account.',
  },
]

export function Faq() {
  return (
    <Panel title="Frequently asked questions" bodyClassName="pb-2">
      <Accordion items={questions} className="border-t" />
    </Panel>
  )
}
