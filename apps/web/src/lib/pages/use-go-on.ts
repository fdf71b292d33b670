import { useLocation, useNavigate, useNavigation } from 'react-router'

/** Returns true while another page is on its way to take the place of this one. */
export function useIsLeaving(): boolean {
  const { pathname } = useLocation()
  return (useNavigation().location?.pathname ?? pathname) !== pathname
}

/**
 * Returns a function that opens the next page once an act is answered. It opens nothing and returns false after the
 * user has left the page.
 */
export function useGoOn(): (to: string) => boolean {
  const { pathname } = useLocation()
  const isLeaving = useIsLeaving()
  const navigate = useNavigate()
  return (to) => {
    if (isLeaving || location.pathname !== pathname) return false
    void navigate(to)
    return true
  }
}
