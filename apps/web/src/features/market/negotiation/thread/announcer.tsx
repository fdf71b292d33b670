import type { Message } from '@semblance/contract'
import { useEffect, useRef, useState } from 'react'
import { plural } from '@/lib/format.ts'

/** Announces the other party's messages to screen readers while the thread is open. */
export function Announcer({ newest }: { newest: Message | undefined }) {
  const [text, setText] = useState('')
  const known = useRef(newest?.id)
  useEffect(() => {
    if (!newest || newest.id === known.current) return
    known.current = newest.id
    if (!newest.isOwn) setText(spoken(newest))
  }, [newest])
  return (
    <p aria-live="polite" className="sr-only">
      {text}
    </p>
  )
}

function spoken({ senderName, body, proposal, attachments }: Message): string {
  if (proposal) return `${senderName} proposed ${plural(proposal.changes.length, 'change')}`
  const files = attachments.length > 0 ? plural(attachments.length, 'file') : ''
  return `${senderName}: ${[body, files].filter(Boolean).join(', ')}`
}
