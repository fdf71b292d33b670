import { useSyncExternalStore } from 'react'

const NAME = 'semblance.queue-keys'
const readers = new Set<() => void>()
/** Stands in where storage is blocked. */
let kept: string | null = null

function read(): string | null {
  try {
    return localStorage.getItem(NAME)
  } catch {
    return kept
  }
}

function write(value: 'on' | 'off'): void {
  kept = value
  try {
    localStorage.setItem(NAME, value)
  } catch {
    // Blocked storage: it holds until the page is left.
  }
  for (const tell of readers) tell()
}

function subscribe(tell: () => void): () => void {
  readers.add(tell)
  return () => readers.delete(tell)
}

/** Says whether single keys act in queues; a person who speaks to the computer turns them off. */
export function useQueueKeysSetting(): { isOn: boolean; toggle: () => void } {
  const isOn = useSyncExternalStore(subscribe, () => read() !== 'off')
  return { isOn, toggle: () => write(isOn ? 'off' : 'on') }
}
