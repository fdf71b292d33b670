import type { DprTab } from '@semblance/contract'
import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { Button } from '@/components/ui/button.tsx'
import { paths } from '@/paths.ts'

const texts: Record<DprTab, { title: string; text: string }> = {
  active: {
    title: 'No active DPRs',
    text: 'A request is active while vendors send offers and while its contract runs.',
  },
  fulfilled: {
    title: 'No fulfilled DPRs',
    text: 'Requests whose validated data has been delivered are kept here.',
  },
  pending: {
    title: 'No pending DPRs',
    text: 'A new request waits here for its first offer. Vendors usually answer within 5-7 business days.',
  },
  closed: {
    title: 'No closed DPRs',
    text: 'Requests that you cancelled, or that expired without a choice, are kept here.',
  },
}

export function EmptyTab({ tab }: { tab: DprTab }) {
  return (
    <EmptyState
      title={texts[tab].title}
      action={
        <Button asChild variant="outline">
          <Link to={paths.createDpr}>
            <Plus aria-hidden />
            Create New DPR
          </Link>
        </Button>
      }
    >
      {texts[tab].text}
    </EmptyState>
  )
}

export function NoMatch({ tab, onClear }: { tab: string; onClear: () => void }) {
  return (
    <EmptyState
      title={`No ${tab.toLowerCase()} DPR matches your search.`}
      action={
        <Button variant="outline" onClick={onClear}>
          Clear search
        </Button>
      }
    >
      Try a part of the title, an ID such as DPR-1042, or another tab.
    </EmptyState>
  )
}
