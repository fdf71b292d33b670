import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { orpc } from '@/lib/api.ts'
import { type Reader, rememberReader, visitor } from '@/lib/last-reader.ts'
import { useAuth } from '@/lib/session.tsx'

/** Keeps what whoever is here may read, once that is known, for the next page that is opened. */
export function useRememberReader(): void {
  const { status, isStaff } = useAuth()
  const viewer = useQuery({ ...orpc.organizations.viewer.queryOptions(), enabled: false }).data
  const { isClient, isVendor } = viewer?.organization ?? {}
  const isAdministrator = viewer?.roles.includes('admin')
  const isMember = status === 'signed-in' && (isStaff || viewer !== undefined)
  useEffect(() => {
    if (status === 'signed-out') return rememberReader(visitor)
    if (!isMember) return
    const readers: Reader[] = ['member']
    if (isAdministrator) readers.push('administrator')
    if (isStaff) readers.push('staff')
    if (isStaff || isClient) readers.push('client')
    if (isStaff || isVendor) readers.push('vendor')
    rememberReader(readers)
  }, [status, isMember, isAdministrator, isStaff, isClient, isVendor])
}
