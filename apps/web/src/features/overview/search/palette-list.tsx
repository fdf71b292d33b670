import { useEffect, useRef } from 'react'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { cn } from '@/lib/cn.ts'
import { Highlight } from './highlight.tsx'
import type { Entry, EntryGroup } from './palette-entries.ts'

type PaletteListProps = {
  id: string
  groups: EntryGroup[]
  activeKey: string | undefined
  words: string[]
  onActivate: (key: string) => void
  onPick: (key: string) => void
}

/** Lists the options. The focus stays in the field above, which names the active option. */
export function PaletteList({
  id,
  groups,
  activeKey,
  words,
  onActivate,
  onPick,
}: PaletteListProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Results"
      className={cn('relative min-h-0 overflow-y-auto', groups.length > 0 && 'flex-1 p-2')}
    >
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
        <div key={group.label} role="group" aria-label={group.label} className="pb-1">
          <div aria-hidden className="px-2.5 pt-2 pb-1 font-medium text-muted-foreground text-xs">
            {group.label}
          </div>
          {group.entries.map((entry) => (
            <Option
              key={entry.key}
              id={`${id}-${entry.key}`}
              entry={entry}
              isActive={entry.key === activeKey}
              words={words}
              onActivate={() => onActivate(entry.key)}
              onPick={() => onPick(entry.key)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

type OptionProps = {
  id: string
  entry: Entry
  isActive: boolean
  words: string[]
  onActivate: () => void
  onPick: () => void
}

function Option({ id, entry, isActive, words, onActivate, onPick }: OptionProps) {
  const { icon: Icon, label, detail, status } = entry
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys
    // biome-ignore lint/a11y/useFocusableInteractive: named by the field's aria-activedescendant
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={isActive}
      // A resting mouse does not choose an entry while the list changes beneath it.
      onPointerMove={() => !isActive && onActivate()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
      className={cn(
        'flex min-h-10 cursor-default items-center gap-3 rounded-sm px-2.5 py-1.5 text-base max-md:min-h-12',
        isActive && 'bg-primary-soft',
      )}
    >
      <Icon
        className={cn('size-4 shrink-0', isActive ? 'text-primary' : 'text-muted-foreground')}
        aria-hidden
      />
      <span className="min-w-0 flex-1">
        <span className="block truncate">
          <Highlight text={label} words={words} />
        </span>
        {(detail || entry.id) && (
          <span className="flex min-w-0 gap-2 text-muted-foreground text-sm">
            {entry.id && (
              <Id className="shrink-0 text-xs leading-[19px]">
                <Highlight text={entry.id} words={words} />
              </Id>
            )}{' '}
            {detail && (
              <span className="truncate">
                <Highlight text={detail} words={words} />
              </span>
            )}
          </span>
        )}
      </span>{' '}
      {status && <StatusBadge {...status} className="shrink-0" bare />}
    </div>
  )
}
