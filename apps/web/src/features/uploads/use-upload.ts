import { useEffect, useRef, useState } from 'react'
import { untilReachable } from '@/lib/connection.ts'
import { type RunningUpload, startUpload } from './start-upload.ts'

export type UploadState =
  | { phase: 'idle' }
  | { phase: 'sending' | 'paused'; sentBytes: number }
  | { phase: 'failed'; sentBytes: number; message: string }

/** Sends a file and says how far it is; leaving the page pauses it on the server. */
export function useUpload(contractId: string) {
  const [state, setState] = useState<UploadState>({ phase: 'idle' })
  const running = useRef<RunningUpload | null>(null)
  const phase = useRef(state.phase)
  phase.current = state.phase
  useEffect(() => () => running.current?.pause(), [])

  const sent = (current: UploadState) => ('sentBytes' in current ? current.sentBytes : 0)
  const resume = () => {
    setState((current) => ({ phase: 'sending', sentBytes: sent(current) }))
    running.current?.resume()
  }
  /** Only after the server was away: a connection that breaks again and again is for the person to try. */
  const resumeWhenBack = async (cut: RunningUpload | null) => {
    const wasAway = await untilReachable()
    if (wasAway && running.current === cut && phase.current === 'failed') resume()
  }
  return {
    state,
    send: (file: File, onDone: (uploadId: string) => void) => {
      setState({ phase: 'sending', sentBytes: 0 })
      running.current = startUpload(contractId, file, {
        onProgress: (sentBytes) =>
          setState((current) =>
            current.phase === 'sending' ? { ...current, sentBytes } : current,
          ),
        onDone,
        onFailure: (message, isCut) => {
          setState((current) => ({ phase: 'failed', sentBytes: sent(current), message }))
          if (isCut) void resumeWhenBack(running.current)
        },
      })
    },
    pause: () => {
      running.current?.pause()
      setState((current) => ({ phase: 'paused', sentBytes: sent(current) }))
    },
    resume,
    reset: () => {
      running.current?.pause()
      running.current = null
      setState({ phase: 'idle' })
    },
  }
}
