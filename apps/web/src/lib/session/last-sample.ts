/**
 * Remembers if this tab last showed the sample marketplace, so that its banner's space is reserved
 * while that is loading.
 */
import { useEffect } from 'react'

const key = 'semblance.on-sample'

/** Undefined until it is known. */
export function useRememberSample(isSample: boolean | undefined): void {
  useEffect(() => {
    if (isSample === undefined) return
    try {
      sessionStorage.setItem(key, String(isSample))
    } catch {
      // Blocked storage: the banner comes a moment later.
    }
  }, [isSample])
}

export function wasOnSample(): boolean {
  try {
    return sessionStorage.getItem(key) === 'true'
  } catch {
    return false
  }
}
