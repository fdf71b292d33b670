/** Whether this tab last showed the sample marketplace: its banner keeps its place while that is asked again. */
const key = 'semblance.on-sample'

export function rememberSample(isSample: boolean): void {
  try {
    sessionStorage.setItem(key, String(isSample))
  } catch {
    // Blocked storage: the banner comes a moment later.
  }
}

export function wasOnSample(): boolean {
  try {
    return sessionStorage.getItem(key) === 'true'
  } catch {
    return false
  }
}
