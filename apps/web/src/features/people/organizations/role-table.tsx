import {
  isOfSide,
  type MemberRole,
  memberRoles,
  type Permission,
  permissionNames,
  permissions,
  permissionsOf,
} from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { Panel } from '@/components/blocks/panel.tsx'
import { DataTable } from '@/components/ui/data-table.tsx'
import type { Column } from '@/components/ui/data-table-column.ts'
import { orpc } from '@/lib/api/api.ts'
import { useOfferedRoles } from './role-labels.ts'

type Shown = { key: string; label: string; may: readonly Permission[] }

/** Lists what each role may do, as the server decides by it. */
export function RoleTable() {
  const offered = useOfferedRoles()
  const viewer = useQuery(orpc.organizations.viewer.queryOptions()).data
  const sides = viewer?.organization ?? { isClient: true, isVendor: true }
  const rows = permissionNames.filter((permission) => isOfSide(permission, sides))
  return (
    <Panel flush title="What each role may do">
      <DataTable
        caption="What each role may do"
        columns={columnsOf(shownRoles(offered))}
        rows={rows}
        rowKey={(permission) => permission}
      />
    </Panel>
  )
}

const shownRoles = (offered: readonly MemberRole[]): Shown[] => [
  { key: 'viewer', label: 'Viewer', may: permissionsOf([], false) },
  ...offered.map((role) => ({
    key: role,
    label: memberRoles[role].label,
    may: permissionsOf([role], false),
  })),
  { key: 'administrator', label: 'Administrator', may: permissionNames },
]

const columnsOf = (shown: readonly Shown[]): Column<Permission>[] => [
  {
    key: 'permission',
    head: 'Permission',
    mobile: 'title',
    cell: (permission) => (
      <>
        {permissions[permission]}
        <span className="mt-1 block font-normal text-muted-foreground text-sm md:hidden">
          {shown
            .filter(({ may }) => may.includes(permission))
            .map(({ label }) => label)
            .join(', ')}
        </span>
      </>
    ),
  },
  ...shown.map(
    ({ key, label, may }): Column<Permission> => ({
      key,
      head: label,
      mobile: 'hide',
      cell: (permission) =>
        may.includes(permission) ? (
          <>
            <Check className="size-4 text-st-success-fg" aria-hidden />
            <span className="sr-only">Yes</span>
          </>
        ) : (
          <span className="text-muted-foreground">No</span>
        ),
    }),
  ),
]
