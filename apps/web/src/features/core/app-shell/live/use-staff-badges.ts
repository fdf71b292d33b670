import type { StaffTask } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import type { AppShellProps } from '@/components/layout/app-shell.tsx'
import { orpc } from '@/lib/api/api.ts'

const pollMs = 60_000

/** Returns the number of waiting tasks for each entry of the staff's navigation. */
export function useStaffBadges(): AppShellProps['badges'] {
  const { data } = useQuery({ ...orpc.admin.overview.queryOptions(), refetchInterval: pollMs })
  const sum = (...tasks: StaffTask[]) =>
    data?.waiting
      .filter(({ task }) => tasks.includes(task))
      .reduce((total, { count }) => total + count, 0)
  return {
    applications: sum('applications'),
    disputes: sum('disputes', 'rulings'),
    ledger: sum('adjustments', 'breaks', 'payouts'),
    support: sum('tickets'),
    jobs: sum('jobs'),
    mail: sum('mails'),
  }
}
