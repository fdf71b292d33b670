import type { Viewer } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Settings } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu.tsx'
import { orpc } from '@/lib/api/api.ts'
import { cn } from '@/lib/cn.ts'
import { useAuth } from '@/lib/session/session.tsx'
import { paths } from '@/paths.ts'
import { useWaitingApprovals } from '../live/use-badges.ts'
import { groupsFor, type SettingsEntry } from './settings-entries.ts'

const countClasses = 'num rounded-xs px-1.5 py-px text-xs'

/** Links the pages of settings: in a column at the left of wide screens, in a menu at the top of others. */
export function SettingsNav() {
  const { pathname } = useLocation()
  const groups = useGroups()
  const waiting = useWaitingApprovals()
  const countOf = ({ to }: SettingsEntry) => {
    if (to !== paths.approvals || !waiting || waiting.waitingCount === 0) return null
    return `${waiting.waitingCount}${waiting.isMore ? '+' : ''}`
  }
  const current = groups.flatMap(({ entries }) => entries).find(({ to }) => to === pathname)
  return (
    <nav aria-label="Settings" className="max-xl:mb-5 print:hidden">
      <div className="sticky top-16 grid gap-6 max-xl:hidden">
        {groups.map(({ label, entries }) => (
          <div key={label}>
            <p className="px-3 pb-1.5 font-medium text-sm">{label}</p>
            <ul className="grid gap-0.5">
              {entries.map((entry) => (
                <li key={entry.to}>
                  <Link
                    to={entry.to}
                    aria-current={entry === current ? 'page' : undefined}
                    className={cn(
                      'flex min-h-9 items-center gap-2 rounded-sm px-3 text-base',
                      entry === current
                        ? 'bg-primary-soft font-medium text-primary'
                        : 'text-muted-foreground hover:bg-muted hover:text-foreground',
                    )}
                  >
                    <span className="min-w-0 flex-1">{entry.label}</span>
                    <Count text={countOf(entry)} />
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <DropdownMenu>
        <DropdownMenuTrigger className="card flex h-11 w-full items-center gap-2.5 px-3 font-medium text-base sm:w-80 xl:hidden">
          <Settings className="size-4 text-muted-foreground" aria-hidden />
          <span className="sr-only">Page of settings: </span>
          <span className="min-w-0 flex-1 truncate text-left">{current?.label ?? 'Settings'}</span>
          <ChevronDown className="size-4 text-muted-foreground" aria-hidden />
        </DropdownMenuTrigger>
        <DropdownMenuContent align="start" className="w-80 max-w-[calc(100vw-32px)]">
          {groups.map(({ label, entries }) => (
            <div key={label}>
              <DropdownMenuLabel>{label}</DropdownMenuLabel>
              {entries.map((entry) => (
                <DropdownMenuItem key={entry.to} asChild>
                  <Link
                    to={entry.to}
                    aria-current={entry === current ? 'page' : undefined}
                    className={cn(entry === current && 'font-medium text-primary')}
                  >
                    <span className="flex-1">{entry.label}</span>
                    <Count text={countOf(entry)} />
                  </Link>
                </DropdownMenuItem>
              ))}
            </div>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
    </nav>
  )
}

function Count({ text }: { text: string | null }) {
  if (!text) return null
  return (
    <span className={cn(countClasses, 'bg-muted text-foreground')}>
      {text}
      <span className="sr-only"> waiting for your approval</span>
    </span>
  )
}

function useGroups() {
  const { status } = useAuth()
  const viewer: Viewer | undefined = useQuery(orpc.organizations.viewer.queryOptions()).data
  return groupsFor(status === 'signed-in' ? (viewer ?? null) : 'visitor')
}
