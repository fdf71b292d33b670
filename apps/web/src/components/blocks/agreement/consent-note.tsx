import { type ConsentAct, consentStatements } from '@semblance/contract'
import { cn } from '@/lib/cn.ts'

type ConsentNoteProps = { act: ConsentAct; className?: string }

/** Says next to a button what it consents to; the sentence is stored with the consent. */
export const ConsentNote = ({ act, className }: ConsentNoteProps) => (
  <p className={cn('text-muted-foreground text-sm', className)}>{consentStatements[act]}</p>
)
