import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { orpc } from '@/lib/api/api.ts'
import { type Reader, rememberViewer, visitor } from '@/lib/session/last-viewer.ts'
import { useAuth } from '@/lib/session/session.tsx'

/** Stores the reader roles of the current user, once known, for the next page that is opened. */
export function useRememberReader(): void {
  const { status, isStaff } = useAuth()
  const viewer = useQuery({ ...orpc.organizations.viewer.queryOptions(), enabled: false }).data
  const { isClient, isVendor } = viewer?.organization ?? {}
  const isAdministrator = viewer?.roles.includes('admin')
  const isMember = status === 'signed-in' && (isStaff || viewer !== undefined)
  useEffect(() => {
    if (status === 'signed-out') return rememberViewer(visitor)
    if (!isMember) return
    const readers: Reader[] = ['member']
    if (isAdministrator) readers.push('administrator')
    if (isStaff) readers.push('staff')
    if (isStaff || isClient) readers.push('client')
    if (isStaff || isVendor) readers.push('vendor')
    rememberViewer(readers)
  }, [status, isMember, isAdministrator, isStaff, isClient, isVendor])
}
