/** Collects what the browser reports as an error while a test runs. */
import { vi } from 'vitest'

const complaints: string[] = []
let allowed: RegExp[] = []

/** Makes console errors of this shape part of the running test. */
export const allowConsoleErrors = (shape: RegExp) => void allowed.push(shape)

export function collectComplaints(): void {
  vi.spyOn(console, 'error').mockImplementation((...parts) => {
    complaints.push(parts.map(printed).join(' '))
  })
}

const printed = (part: unknown) =>
  part instanceof Error
    ? `${part.message} ${part.stack}`
    : typeof part === 'object'
      ? JSON.stringify(part)
      : String(part)

/** Returns everything so far, and forgets it. */
export const takeComplaints = () => complaints.splice(0)

/** Returns what the running test did not expect, and begins the next one. */
export function endComplaints(): string[] {
  const unexpected = takeComplaints().filter((text) => !allowed.some((shape) => shape.test(text)))
  allowed = []
  return unexpected
}
