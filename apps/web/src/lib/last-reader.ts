/** What whoever used this browser last may read; only ever decides what is asked early, never what is shown. */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { orpc } from './api.ts'
import { useAuth } from './session-context.ts'

/** Of one side of the market, as a visitor and staff are of both; of settings, as every member; of the desk. */
export type Reader = 'client' | 'vendor' | 'member' | 'staff'

const key = 'semblance.reader'
const visitor = ['client', 'vendor']

/** For whoever is here now; a visitor reads the sample marketplace. */
export function useRememberReader(): void {
  const { status, isStaff } = useAuth()
  const viewer = useQuery({ ...orpc.organizations.viewer.queryOptions(), enabled: false }).data
  const { isClient, isVendor } = viewer?.organization ?? {}
  const readers = [
    'member',
    isStaff && 'staff',
    (isStaff || isClient) && 'client',
    (isStaff || isVendor) && 'vendor',
  ]
  const known = status === 'signed-out' ? visitor : readers.filter(Boolean)
  const isKnown = status === 'signed-out' || (status === 'signed-in' && (isStaff || viewer))
  const text = isKnown ? known.join() : null
  useEffect(() => {
    if (text === null) return
    try {
      localStorage.setItem(key, text)
    } catch {
      // Blocked storage: everybody is taken for a visitor.
    }
  }, [text])
}

export function wasReader(reader: Reader): boolean {
  try {
    return (localStorage.getItem(key)?.split(',') ?? visitor).includes(reader)
  } catch {
    return visitor.includes(reader)
  }
}
