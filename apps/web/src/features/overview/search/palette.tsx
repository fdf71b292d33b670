import { MAX_SEARCH_LENGTH } from '@semblance/contract'
import { LoaderCircle, Search, X } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { plural } from '@/lib/format.ts'
import { useAuth } from '@/lib/session/session.tsx'
import { commandsFor } from './commands.ts'
import { entryGroupsOf } from './palette-entries.ts'
import { PaletteList } from './palette-list.tsx'
import { PaletteState } from './palette-status.tsx'
import { wordsOf } from './rank-hits.ts'
import { readRecentPlaces } from './recent-places.ts'
import { useActiveEntry } from './use-active-entry.ts'
import { useSearch } from './use-search.ts'
import { useChoose } from './use-select-entry.ts'

type PaletteProps = { open: boolean; onClose: () => void }

/** Searches and opens anything by keyboard alone: a combobox over one list. */
export function Palette({ open, onClose }: PaletteProps) {
  const leaves = useRef(false)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Search"
      size="lg"
      hideHeader
      onCloseAutoFocus={(event) => {
        if (leaves.current) event.preventDefault()
        leaves.current = false
      }}
      className="max-md:h-dvh max-md:max-h-dvh max-md:rounded-none md:top-[12vh] md:max-h-[min(560px,76vh)] md:max-w-[640px] md:translate-y-0"
    >
      <Contents
        open={open}
        onClose={(isLeaving) => {
          leaves.current = isLeaving
          onClose()
        }}
      />
    </Dialog>
  )
}

type ContentsProps = { open: boolean; onClose: (isLeaving: boolean) => void }

function Contents({ open, onClose }: ContentsProps) {
  const { status, user, roles, isStaff } = useAuth()
  const [typed, setTyped] = useState('')
  const listId = useId()
  const search = useSearch(typed, open)
  const choose = useChoose()
  const isSignedIn = status === 'signed-in'
  const commands = useMemo(
    () => commandsFor({ isSignedIn, isStaff, roles }),
    [isSignedIn, isStaff, roles],
  )
  const [recent] = useState(() => readRecentPlaces(user?.id ?? null))
  const groups = entryGroupsOf({ typed, commands, groups: search.groups, recent, isStaff })
  const entries = groups.flatMap((group) => group.entries)
  const active = useActiveEntry(entries, typed)
  const pick = (key: string | undefined) => {
    const entry = entries.find((known) => known.key === key)
    if (!entry) return
    // The page that comes sets the focus; it does not take it from a field.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    onClose(choose(entry))
  }
  const count = entries.length
  return (
    <>
      <div className="flex items-center gap-2 border-b px-4">
        {search.isLoading ? (
          <LoaderCircle
            className="size-[18px] shrink-0 animate-spin text-muted-foreground"
            aria-hidden
          />
        ) : (
          <Search className="size-[18px] shrink-0 text-muted-foreground" aria-hidden />
        )}
        <input
          type="text"
          role="combobox"
          aria-label="Search and go to"
          aria-expanded={count > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active.key && `${listId}-${active.key}`}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder={isStaff ? 'Search everything' : 'Search, or go to a page'}
          maxLength={MAX_SEARCH_LENGTH}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            if (event.key.toLowerCase() === 'k' && event.metaKey !== event.ctrlKey) {
              event.preventDefault()
              onClose(false)
            } else if (event.key === 'Enter') {
              event.preventDefault()
              pick(active.key)
            } else active.onKeyDown(event)
          }}
          className="h-14 min-w-0 flex-1 bg-transparent text-md outline-none placeholder:text-muted-foreground max-md:text-[16px]"
        />
        <DialogClose>
          <button
            type="button"
            aria-label="Close"
            className="grid size-8 shrink-0 place-items-center rounded-sm text-muted-foreground hover:bg-accent hover:text-foreground max-md:size-10"
          >
            <X className="size-4" aria-hidden />
          </button>
        </DialogClose>
      </div>
      <PaletteList
        id={listId}
        groups={groups}
        activeKey={active.key}
        words={wordsOf(typed)}
        onActivate={active.set}
        onPick={pick}
      />
      <PaletteState typed={typed} isEmpty={count === 0} {...search} />
      <Announced text={search.isLoading ? '' : announcement(typed, count, search.error !== null)} />
      <PaletteKeys />
    </>
  )
}

function announcement(typed: string, count: number, isFailed: boolean): string {
  if (typed.trim() === '') return ''
  if (isFailed) return 'The search failed'
  return count === 0 ? 'Nothing found' : `${plural(count, 'result')}`
}

/** Not before the typing pauses: a count for every key would be noise. */
function Announced({ text }: { text: string }) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), 400)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  )
}

const keys = [
  ['↑ ↓', 'to choose'],
  ['↵', 'to open'],
  ['esc', 'to close'],
] as const

function PaletteKeys() {
  return (
    <p className="flex gap-4 border-t bg-sunken px-4 py-2 text-muted-foreground text-xs max-md:hidden">
      {keys.map(([key, meaning]) => (
        <span key={key}>
          <kbd className="mono rounded-xs border bg-card px-1">{key}</kbd> {meaning}
        </span>
      ))}
    </p>
  )
}
