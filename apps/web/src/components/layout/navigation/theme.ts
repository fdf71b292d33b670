import { useSyncExternalStore } from 'react'

export type ThemePreference = 'light' | 'dark' | 'system'

// public/boot.js applies the same rule before the first paint and when the system's theme changes.
const storageKey = 'semblance.theme'
const listeners = new Set<() => void>()
const systemDark =
  typeof matchMedia === 'undefined' ? undefined : matchMedia('(prefers-color-scheme: dark)')

let preference = stored()

function stored(): ThemePreference {
  try {
    const value = localStorage.getItem(storageKey)
    return value === 'light' || value === 'dark' ? value : 'system'
  } catch {
    return 'system'
  }
}

function apply() {
  const dark = preference === 'dark' || (preference === 'system' && systemDark?.matches)
  document.documentElement.classList.toggle('dark', Boolean(dark))
}

export function setTheme(next: ThemePreference) {
  preference = next
  try {
    localStorage.setItem(storageKey, next)
  } catch {
    // Blocked storage: the choice lasts until the page is left.
  }
  apply()
  for (const listener of listeners) listener()
}

export function useTheme() {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => preference,
  )
}
