import type { Side } from '@semblance/contract'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '@/lib/cn.ts'
import { useMayCallAs } from '@/lib/session/may.ts'

type RoleGateProps = {
  procedure: string
  /** Names the side of the deal on which the reader acts, where both sides call the procedure. */
  side?: Side
  /** Names the act that the role leaves out, as an infinitive: "accept offers". */
  to: string
  className?: string
  children: ReactNode
}

/** Shows its children to members whose role lets them call the procedure, and says why to others. */
export function RoleGate({ procedure, side, to, className, children }: RoleGateProps) {
  if (useMayCallAs(side ?? null, procedure)) return children
  return (
    <p className={cn('flex items-start gap-2 text-muted-foreground text-sm', className)}>
      <Lock className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span>
        Your role in your organization does not let you {to}. An administrator can give you one that
        does.
      </span>
    </p>
  )
}
