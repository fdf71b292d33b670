import type { ReactNode } from 'react'
import { useMayCall } from '@/lib/session/may.ts'

type MayCallProps = { procedure: string; children: ReactNode }

/** Shows its children to readers whose role lets them call the procedure, and nothing to others. */
export function MayCall({ procedure, children }: MayCallProps) {
  return useMayCall(procedure) ? children : null
}
