import { NavLink } from 'react-router'
import { containerClasses } from '@/components/layout/container.ts'
import { cn } from '@/lib/cn.ts'
import { paths } from '@/paths.ts'

const entries = [
  { to: paths.applications, label: 'Applications' },
  { to: paths.adminOrganizations, label: 'Organizations' },
  { to: paths.adminUsers, label: 'Users' },
  { to: paths.support, label: 'Support' },
  { to: paths.ledger, label: 'Ledger' },
  { to: paths.adminDisputes, label: 'Disputes' },
]

export function StaffNav() {
  return (
    <nav aria-label="Compliance" className="sticky top-0 z-30 border-b bg-card">
      <div className={cn(containerClasses, 'overflow-x-auto overflow-y-hidden')}>
        <ul className="-mx-3 flex gap-1">
          {entries.map(({ to, label }) => (
            <li key={to}>
              <NavLink
                to={to}
                className={({ isActive }) =>
                  cn(
                    'relative inline-flex h-11 items-center whitespace-nowrap rounded-xs px-3 text-base after:absolute after:inset-x-3 after:bottom-0 after:h-0.5 focus-visible:-outline-offset-2',
                    isActive
                      ? 'font-medium text-foreground after:bg-primary'
                      : 'text-muted-foreground hover:text-foreground',
                  )
                }
              >
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  )
}
