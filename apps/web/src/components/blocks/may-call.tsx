import type { Side } from '@semblance/contract'
import type { ReactNode } from 'react'
import { useMayCallAs } from '@/lib/session/may.ts'

type MayCallProps = {
  procedure: string
  /** Names the side of the deal on which the reader acts, where both sides call the procedure. */
  side?: Side
  children: ReactNode
}

/** Shows its children to readers whose role lets them call the procedure, and nothing to others. */
export function MayCall({ procedure, side, children }: MayCallProps) {
  return useMayCallAs(side ?? null, procedure) ? children : null
}
