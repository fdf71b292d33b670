/** Parses an event stream's text into events. */
import { type LiveEvent, liveEvent } from '@semblance/contract'

export type Told = {
  /** ID to resume from; signals, which are not stored, have none. */
  id?: string
  event: LiveEvent
}

/** Collects text as it arrives, and returns the complete events. */
export function splitFrames(): (text: string) => Told[] {
  let rest = ''
  return (text) => {
    const frames = (rest + text).split('\n\n')
    rest = frames.pop() ?? ''
    return frames.flatMap((frame) => parseFrame(frame) ?? [])
  }
}

function parseFrame(frame: string): Told | null {
  let id: string | undefined
  let data = ''
  for (const line of frame.split('\n')) {
    if (line.startsWith('id: ')) id = line.slice(4)
    if (line.startsWith('data: ')) data += line.slice(6)
  }
  if (!data) return null
  // A newer server may send events that this page does not know.
  const event = liveEvent.safeParse(JSON.parse(data))
  return event.success ? { id, event: event.data } : null
}
