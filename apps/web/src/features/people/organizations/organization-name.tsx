import { useQuery } from '@tanstack/react-query'
import { Id } from '@/components/blocks/text/id.tsx'
import { orpc } from '@/lib/api/api.ts'

/** Shows the organization's name, and the ID that employees sign up with. */
export function OrganizationName() {
  const { data } = useQuery(orpc.organizations.get.queryOptions())
  if (!data) return null
  return (
    <>
      <span>{data.name}</span>
      {data.organizationId && <Id>{data.organizationId}</Id>}
    </>
  )
}
