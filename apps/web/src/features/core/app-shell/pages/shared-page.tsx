import { sides } from '@semblance/contract'
import type { ReactNode } from 'react'
import { lastSide } from '@/lib/session/last-side.ts'
import { useAuth } from '@/lib/session/session.tsx'
import { WorkPage } from './member-page.tsx'

type SharedPageProps = {
  /** Titles the document. */
  title: string
  children: ReactNode
}

/** Shows a page that belongs to neither dashboard, under the navigation of the last one. */
export function SharedPage({ title, children }: SharedPageProps) {
  const { roles } = useAuth()
  const ownSides = sides.filter((side) => roles.includes(side))
  const [onlySide] = ownSides.length === 1 ? ownSides : []
  return (
    <WorkPage side={onlySide ?? lastSide() ?? 'client'} title={title} isShared>
      {children}
    </WorkPage>
  )
}
