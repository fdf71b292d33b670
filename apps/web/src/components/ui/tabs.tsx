import { Tabs as RadixTabs } from 'radix-ui'
import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { cn } from '@/lib/cn.ts'

export const Tabs = RadixTabs.Root
export const TabsContent = RadixTabs.Content

/** Leaves a part of the tab before the active one in view. */
const EDGE_PX = 48

type TabsListProps = ComponentProps<typeof RadixTabs.List> & {
  /** line: above a list. segment: choosing between two forms. */
  variant?: 'line' | 'segment'
}

export function TabsList({ className, variant = 'line', ...props }: TabsListProps) {
  const list = useRef<HTMLDivElement>(null)
  // A row of tabs that is wider than the screen shows the active one.
  useLayoutEffect(() => {
    const row = list.current
    const active = row?.querySelector<HTMLElement>('[data-state=active]')
    if (!row || !active || row.scrollWidth <= row.clientWidth) return
    const start = active.offsetLeft - row.offsetLeft
    const end = start + active.offsetWidth - row.clientWidth
    if (row.scrollLeft > start || row.scrollLeft < end) row.scrollLeft = start - EDGE_PX
  })
  return (
    <RadixTabs.List
      ref={list}
      data-variant={variant}
      className={cn(
        'group/tabs',
        variant === 'line'
          ? 'flex gap-5 overflow-x-auto overflow-y-hidden border-b'
          : 'grid auto-cols-fr grid-flow-col gap-0.5 rounded-sm border bg-muted p-0.5',
        className,
      )}
      {...props}
    />
  )
}

type TabsTriggerProps = ComponentProps<typeof RadixTabs.Trigger> & { count?: number }

export function TabsTrigger({ className, count, children, ...props }: TabsTriggerProps) {
  return (
    <RadixTabs.Trigger
      className={cn(
        'group inline-flex items-center justify-center gap-1.5 whitespace-nowrap font-medium text-base text-muted-foreground transition-colors hover:text-foreground data-[state=active]:text-foreground',
        'group-data-[variant=line]/tabs:h-10 group-data-[variant=line]/tabs:border-transparent group-data-[variant=line]/tabs:border-b-2 group-data-[variant=line]/tabs:data-[state=active]:border-primary group-data-[variant=line]/tabs:-outline-offset-2',
        'group-data-[variant=segment]/tabs:h-8 group-data-[variant=segment]/tabs:rounded-xs group-data-[variant=segment]/tabs:px-3 group-data-[variant=segment]/tabs:data-[state=active]:bg-card group-data-[variant=segment]/tabs:data-[state=active]:shadow-raised group-data-[variant=segment]/tabs:data-[state=active]:ring-1 group-data-[variant=segment]/tabs:data-[state=active]:ring-border-strong max-md:group-data-[variant=segment]/tabs:h-10',
        className,
      )}
      {...props}
    >
      {children}
      {count !== undefined && (
        <span className="num rounded-xs bg-muted px-1.5 py-px text-muted-foreground text-xs group-data-[state=active]:bg-primary-soft group-data-[state=active]:text-primary">
          {count}
        </span>
      )}
    </RadixTabs.Trigger>
  )
}
