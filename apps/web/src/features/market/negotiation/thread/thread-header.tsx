import type { Conversation } from '@semblance/contract'
import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { VerifiedBadge } from '@/components/blocks/text/verified.tsx'
import { Avatar } from '@/components/ui/avatar.tsx'
import { Button } from '@/components/ui/button.tsx'
import { cn } from '@/lib/cn.ts'
import { paths } from '@/paths.ts'
import { CloseButton } from '../close-button.tsx'
import { presenceText } from './message-times.ts'
import { useNow } from './use-now.ts'

type ThreadHeaderProps = {
  conversation: Conversation
  onBack: () => void
  onClose: () => void
  onShowTerms: () => void
}

export function ThreadHeader({ conversation, onBack, onClose, onShowTerms }: ThreadHeaderProps) {
  const { counterpart, dprTitle } = conversation
  const now = useNow()
  return (
    <header className="flex h-14 shrink-0 items-center gap-2 border-b px-2 md:h-[61px] md:gap-3 md:px-5">
      <button
        type="button"
        aria-label="Back to conversations"
        onClick={onBack}
        className="grid size-10 shrink-0 place-items-center rounded-sm hover:bg-accent md:hidden"
      >
        <ArrowLeft className="size-5" aria-hidden />
      </button>
      <Avatar
        name={counterpart.name}
        tone={counterpart.type}
        square
        size={34}
        online={counterpart.isOnline}
      />
      <div className="min-w-0 flex-1">
        <h3 className="flex items-center gap-1.5 font-semibold leading-tight">
          <span className="truncate">{counterpart.name}</span>
          {counterpart.type === 'vendor' && <VerifiedBadge />}
        </h3>
        <p className="truncate text-muted-foreground text-xs">
          <span className={cn(counterpart.isOnline && 'text-st-success-fg')}>
            {presenceText(counterpart, now)}
          </span>
          <span className="max-md:hidden"> · {dprTitle}</span>
        </p>
      </div>
      <Link to={paths.company(counterpart.slug)} className="link shrink-0 text-sm max-md:hidden">
        Company profile
      </Link>
      <Button variant="outline" size="sm" className="xl:hidden" onClick={onShowTerms}>
        Terms
      </Button>
      <CloseButton onClick={onClose} className="md:hidden" />
    </header>
  )
}
