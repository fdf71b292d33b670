import type { Side, Viewer } from '@semblance/contract'

/** Returns the one side of a member's organization; null if it has both, or is not known. */
export function onlySideOf(viewer: Pick<Viewer, 'organization'> | undefined): Side | null {
  const organization = viewer?.organization
  if (!organization || organization.isClient === organization.isVendor) return null
  return organization.isClient ? 'client' : 'vendor'
}
