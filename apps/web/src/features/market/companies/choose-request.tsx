import { type CompanyProfile, dprCan } from '@semblance/contract'
import { useQueries } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { SkeletonRows } from '@/components/blocks/lists/skeleton-rows.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import { orpc } from '@/lib/api/api.ts'
import { paths } from '@/paths.ts'

type ChooseRequestProps = {
  company: CompanyProfile
  onChoose: (dprId: string) => void
  onClose: () => void
}

/**
 * Asks for the request that the message is about, among the organization's own requests that accept
 * offers.
 */
export function ChooseRequest({ company, onChoose, onClose }: ChooseRequestProps) {
  const queries = useQueries({
    queries: (['active', 'pending'] as const).map((tab) =>
      orpc.dprs.list.queryOptions({ input: { tab, limit: 100 } }),
    ),
  })
  const live = queries
    .flatMap(({ data }) => data?.items ?? [])
    .filter(({ status }) => dprCan.takeOffers(status))
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  const isPending = queries.some((query) => query.isPending)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Message ${company.name}`}
      description="A conversation belongs to a request. Choose the one it is about."
    >
      {isPending ? (
        <SkeletonRows rows={3} />
      ) : live.length === 0 ? (
        <EmptyState
          title="No request takes offers"
          className="py-6"
          action={
            <Button asChild>
              <Link to={paths.createDpr}>Create New DPR</Link>
            </Button>
          }
        >
          Post one, and you can talk to {company.name} about it.
        </EmptyState>
      ) : (
        <ul className="-mx-2 grid gap-0.5">
          {live.map((dpr) => (
            <li key={dpr.id}>
              <button
                type="button"
                onClick={() => onChoose(dpr.id)}
                className="group flex min-h-12 w-full items-center gap-3 rounded-sm px-2 py-2 text-left hover:bg-accent"
              >
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium text-base">{dpr.title}</span>
                  <Id>{dpr.id}</Id>
                </span>
                <ArrowRight
                  className="size-4 shrink-0 text-muted-foreground transition-transform group-hover:translate-x-0.5"
                  aria-hidden
                />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
