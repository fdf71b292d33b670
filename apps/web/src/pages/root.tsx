import { Outlet, ScrollRestoration } from 'react-router'
import { useMailLink } from '@/features/accounts/use-mail-link.ts'

export function Root() {
  useMailLink()
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  )
}
