import { type NavigateOptions, useSearchParams } from 'react-router'

type Change = (edit: (params: URLSearchParams) => void, options?: NavigateOptions) => void

/**
 * What the address says after "?", and how it is changed. A change begins with the address itself, since what was
 * drawn last may be behind it and would undo another change just made.
 */
export function useAddressParams(): [URLSearchParams, Change] {
  const [params, setParams] = useSearchParams()
  const change: Change = (edit, options = { replace: true, preventScrollReset: true }) => {
    const current = new URLSearchParams(window.location.search)
    edit(current)
    setParams(current, options)
  }
  return [params, change]
}

/** Sets what has a value and removes what is empty. */
export function writeParams(params: URLSearchParams, values: Record<string, string>) {
  for (const [name, value] of Object.entries(values))
    if (value) params.set(name, value)
    else params.delete(name)
}
