import type { Side } from '@semblance/contract'
import { MessagesSquare } from 'lucide-react'
import { Button, type ButtonProps } from '@/components/ui/button.tsx'
import { useMessages } from '@/lib/pages/messages-context.ts'

type ContactPartyProps = Pick<ButtonProps, 'variant' | 'size'> & {
  contractId: string
  /** The reader's. */
  side: Side
  /** Names the contract if the page shows several. */
  title?: string
}

/** Opens the conversation about the contract. */
export function ContactParty({ contractId, side, title, ...look }: ContactPartyProps) {
  const messages = useMessages()
  return (
    <Button {...look} onClick={() => messages.open({ contractId })}>
      <MessagesSquare aria-hidden />
      {side === 'client' ? 'Contact Vendor' : 'Contact Client'}
      {title && <span className="sr-only"> about {title}</span>}
    </Button>
  )
}
