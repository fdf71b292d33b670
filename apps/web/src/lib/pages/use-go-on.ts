import { useLocation, useNavigate, useNavigation } from 'react-router'

/** Returns true while another page is on its way to take the place of this one. */
export function useIsLeaving(): boolean {
  const { pathname } = useLocation()
  return (useNavigation().location?.pathname ?? pathname) !== pathname
}

/**
 * Returns a function that opens the page after an act, as soon as that is answered. Opens nothing and returns false
 * once the user has gone elsewhere.
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
