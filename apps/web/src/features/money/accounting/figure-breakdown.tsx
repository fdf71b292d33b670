import type { FigureLine } from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { LoadMore } from '@/components/blocks/lists/load-more.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import { orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { cn } from '@/lib/cn.ts'
import { date, plural } from '@/lib/format.ts'
import type { FigureTarget } from '@/lib/pages/figure-breakdown-context.ts'
import { paths } from '@/paths.ts'
import { SignedMoney } from './signed-money.tsx'

type HowItAddsUpProps = {
  target: FigureTarget
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Lists the ledger's entries behind a total, newest first, with the running sum. */
export function FigureBreakdown({ target, open, onOpenChange }: HowItAddsUpProps) {
  const { figure, scope, label } = target
  const query = useInfiniteQuery({
    ...orpc.books.explain.infiniteOptions({
      input: (cursor: string | undefined) => ({ figure, ...scope, cursor }),
      ...byCursor,
    }),
    enabled: open,
    // A figure that has moved on must not be explained by what was read before.
    staleTime: 0,
  })
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title="How this figure adds up"
      description={`${label}: every entry of the ledger that it is the sum of.`}
    >
      <QueryState query={query} errorTitle="The entries did not load">
        {({ pages }) => {
          const { sumCents, linesCount } = pages[0]!
          const lines = pages.flatMap((page) => page.items)
          return (
            <>
              <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-y bg-sunken px-4 py-3">
                <span className="text-muted-foreground text-sm">
                  {label} · {plural(linesCount, 'entry', 'entries')}
                </span>
                <Money exact cents={Number(sumCents)} className="figure text-xl leading-none" />
              </div>
              {lines.length === 0 ? (
                <EmptyState title="Nothing has moved yet">
                  The first entry appears when money does.
                </EmptyState>
              ) : (
                <>
                  <ul className="divide-y" aria-label={`Entries of ${label}`}>
                    {lines.map((line) => (
                      <Line key={line.id} line={line} showContract={!scope} />
                    ))}
                  </ul>
                  <LoadMore query={query} className="border-t pb-0" />
                </>
              )}
            </>
          )
        }}
      </QueryState>
    </Dialog>
  )
}

function Line({ line, showContract }: { line: FigureLine; showContract: boolean }) {
  const { at, what, contractId, contractTitle, amountCents, sumCents } = line
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 py-3 md:grid-cols-[7rem_minmax(0,1fr)_8rem_8rem]">
      <span className="num text-muted-foreground text-sm max-md:order-3">{date(at)}</span>
      <span className="min-w-0 max-md:order-1">
        <span className="block font-medium text-base">{what}</span>
        {showContract && contractId && (
          <Link
            to={paths.contract(contractId)}
            className="block truncate text-muted-foreground text-sm underline-offset-[3px] hover:underline"
          >
            {contractTitle ?? contractId}
          </Link>
        )}
      </span>
      <SignedMoney cents={amountCents} className="text-right font-semibold max-md:order-2" />
      <span className={cn('text-right text-muted-foreground text-sm max-md:order-4')}>
        <span className="sr-only">Sum so far: </span>
        <span aria-hidden className="md:hidden">
          ={' '}
        </span>
        <Money exact cents={Number(sumCents)} />
      </span>
    </li>
  )
}
