import type { DraftContent } from '@semblance/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { api, orpc } from '@/lib/api/api.ts'
import { isNotFound } from '@/lib/api/api-errors.ts'

/** After the last keystroke. */
const PAUSE_MS = 1200

export type SaveState =
  | { status: 'idle' | 'saving' | 'failed' }
  | { status: 'saved'; savedAt: Date }

type AutosaveOptions = {
  /** Off for visitors, who have nowhere to keep it. */
  enabled: boolean
  draftId: string | undefined
  read: () => DraftContent
  /** Called when all that was typed so far is saved. */
  onSaved: () => void
  /** Called when the first save has made a draft of it, maybe after the form was left. */
  onCreated: (draftId: string, isShown: boolean) => void
}

/** Keeps a form as a draft while it is being typed: one save at a time, the last text last. */
export function useAutosave(options: AutosaveOptions) {
  const queryClient = useQueryClient()
  const [state, setState] = useState<SaveState>({ status: 'idle' })
  const latest = useRef(options)
  useLayoutEffect(() => {
    latest.current = options
  })
  const id = useRef(options.draftId)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const saving = useRef<Promise<void>>(undefined)
  const isPending = useRef(false)
  /** While the form is being sent, which ends the draft: a save after that would begin another. */
  const isHeld = useRef(false)
  const isShown = useRef(true)

  const save = useCallback(async () => {
    await saving.current
    if (!isPending.current || isHeld.current) return
    isPending.current = false
    setState({ status: 'saving' })
    const content = latest.current.read()
    saving.current = api.dprs.saveDraft({ draftId: id.current, content }).then(
      (draft) => {
        const isNew = id.current === undefined
        id.current = draft.id
        if (isNew) latest.current.onCreated(draft.id, isShown.current)
        if (!isPending.current) latest.current.onSaved()
        setState({ status: 'saved', savedAt: draft.updatedAt })
        void queryClient.invalidateQueries({ queryKey: orpc.dprs.drafts.key() })
        void queryClient.invalidateQueries({ queryKey: orpc.dprs.list.key() })
      },
      (error) => {
        // If the draft was deleted in another tab, the input here becomes a new draft.
        if (isNotFound(error)) id.current = undefined
        isPending.current = true
        setState({ status: 'failed' })
      },
    )
    await saving.current
  }, [queryClient])

  /** Says that something has changed. */
  const touch = useCallback(() => {
    if (!latest.current.enabled) return
    isPending.current = true
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void save(), PAUSE_MS)
  }, [save])

  const flush = useCallback(async () => {
    clearTimeout(timer.current)
    await save()
  }, [save])

  /** Waits for a save under way and lets no other begin; names the draft, if it is one. */
  const hold = useCallback(async () => {
    isHeld.current = true
    await saving.current
    return id.current
  }, [])

  /** Goes on saving: it was not sent. */
  const release = useCallback(() => {
    isHeld.current = false
    touch()
  }, [touch])

  // Saves when the page is left right after typing.
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
      void flush()
    }
  }, [flush])

  return { state, touch, flush, hold, release }
}
