import { type KeyboardEvent, useState } from 'react'

/** Tracks the entry selected by the keyboard: the first one after every change of the input. */
export function useActiveEntry(entries: { key: string }[], typed: string) {
  const [at, setAt] = useState<{ key: string; typed: string } | null>(null)
  const place = at?.typed === typed ? entries.findIndex(({ key }) => key === at.key) : -1
  const current = Math.max(place, 0)
  const moveTo = (next: number) => {
    const entry = entries[(next + entries.length) % entries.length]
    if (entry) setAt({ key: entry.key, typed })
  }
  const moves: Record<string, number> = {
    ArrowDown: current + 1,
    ArrowUp: current - 1,
    Home: 0,
    End: entries.length - 1,
  }
  return {
    key: entries[current]?.key,
    set: (key: string) => setAt({ key, typed }),
    onKeyDown: (event: KeyboardEvent) => {
      const next = moves[event.key]
      if (next === undefined || entries.length === 0) return
      event.preventDefault()
      moveTo(next)
    },
  }
}
