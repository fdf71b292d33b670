import { otherSide, type Side } from '@semblance/contract'
import { ArrowLeftRight, Check } from 'lucide-react'
import { Link } from 'react-router'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu.tsx'
import { dashboards } from './nav.ts'

export function SwitchDashboard({ role }: { role: Side }) {
  const other = otherSide(role)
  const entries = [
    { ...dashboards[role], icon: Check, note: 'You are here' },
    { ...dashboards[other], icon: ArrowLeftRight, note: dashboards[other].summary },
  ]
  return (
    <DropdownMenu>
      <DropdownMenuTrigger className="inline-flex h-[30px] shrink-0 items-center gap-1.5 rounded-sm border border-transparent px-2 text-muted-foreground text-sm hover:bg-accent hover:text-foreground data-[state=open]:bg-accent max-md:size-10 max-md:justify-center md:border-border">
        <ArrowLeftRight className="size-3.5 shrink-0" aria-hidden />
        <span className="max-md:sr-only">Switch Dashboard</span>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" className="w-72">
        {entries.map((entry) => (
          <DropdownMenuItem key={entry.to} asChild className="items-start py-2">
            <Link to={entry.to}>
              <entry.icon className="mt-px" aria-hidden />
              <span>
                <span className="block font-medium leading-tight">{entry.title}</span>
                <span className="text-muted-foreground text-xs">{entry.note}</span>
              </span>
            </Link>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
