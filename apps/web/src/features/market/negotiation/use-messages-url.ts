/** The dialog in the address bar: `?messages=all` is the list, `?messages={id}` one conversation. */
import { useCallback } from 'react'
import { type NavigateOptions, useLocation, useNavigate } from 'react-router'

const param = 'messages'
const list = 'all'

/** Counts the history entries that the dialog has added; closing steps back by as many. */
type State = { messagesDepth?: number } | null

/** Read from the browser, so that the functions below never change. */
const currentState = () => (history.state as { usr?: State } | null)?.usr ?? null

function searchWith(value: string | null): string {
  const params = new URLSearchParams(location.search)
  if (value === null) params.delete(param)
  else params.set(param, value)
  const search = params.toString()
  return search && `?${search}`
}

export type Address = {
  isOpen: boolean
  conversationId: string | null
  /** Adds an entry to the history, unless it is to take the place of the current one. */
  show: (conversationId: string | null, options?: { replace?: boolean }) => void
  /** Returns from a conversation to the list, which may precede it in the history. */
  back: () => void
  close: () => void
}

export function useMessagesUrl(): Address {
  const navigate = useNavigate()
  const { search } = useLocation()
  const value = new URLSearchParams(search).get(param)

  const go = useCallback(
    (next: string | null, options: NavigateOptions) =>
      void navigate(
        { search: searchWith(next), hash: location.hash },
        { preventScrollReset: true, ...options },
      ),
    [navigate],
  )

  const show = useCallback(
    (conversationId: string | null, { replace = false } = {}) => {
      const state = currentState()
      const depth = state?.messagesDepth ?? 0
      go(conversationId ?? list, {
        replace,
        state: { ...state, messagesDepth: replace ? depth : depth + 1 },
      })
    },
    [go],
  )

  const back = useCallback(() => {
    if ((currentState()?.messagesDepth ?? 0) > 1) void navigate(-1)
    else show(null, { replace: true })
  }, [navigate, show])

  const close = useCallback(() => {
    const depth = currentState()?.messagesDepth ?? 0
    if (depth > 0) void navigate(-depth)
    else go(null, { replace: true, state: currentState() })
  }, [navigate, go])

  return {
    isOpen: value !== null,
    conversationId: value === null || value === list || value === '' ? null : value,
    show,
    back,
    close,
  }
}
