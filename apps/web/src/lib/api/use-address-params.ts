import { type NavigateOptions, useLocation, useSearchParams } from 'react-router'

type Change = (edit: (params: URLSearchParams) => void, options?: NavigateOptions) => void

/**
 * Returns the parameters of the address, and a function to change them. A change starts from the
 * present address, because the last drawn one may be outdated and would undo another change just
 * made; one that comes when another page is open, such as with a late answer, changes nothing.
 */
export function useUrlParams(): [URLSearchParams, Change] {
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()
  const change: Change = (edit, options = { replace: true, preventScrollReset: true }) => {
    if (window.location.pathname !== pathname) return
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
