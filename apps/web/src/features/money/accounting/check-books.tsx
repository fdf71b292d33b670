import { useMutation } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { Panel } from '@/components/blocks/panel.tsx'
import { Button } from '@/components/ui/button.tsx'
import { type api, orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { dateTime, plural } from '@/lib/format.ts'

type Checked = Awaited<ReturnType<typeof api.books.staff.verify>>

/** Checks every invariant now; the server also checks them every hour. */
export function CheckBooks() {
  const check = useMutation(orpc.books.staff.verify.mutationOptions())
  return (
    <Panel
      title="Check"
      description="Runs every hour by itself."
      action={
        <Button
          variant="outline"
          size="sm"
          loading={check.isPending}
          onClick={() => check.mutate({})}
        >
          Check Now
        </Button>
      }
    >
      <div aria-live="polite" className="text-sm">
        {check.data && <Result checked={check.data} />}
        {check.error && <p className="text-destructive">{toProblem(check.error).message}</p>}
        {!check.data && !check.error && (
          <p className="text-muted-foreground">
            Balances, versions, contracts, tranches, the bank’s instructions and the transparency
            log.
          </p>
        )}
      </div>
    </Panel>
  )
}

function Result({ checked: { violations, stuck, checkedAt } }: { checked: Checked }) {
  const isSound = violations.length === 0
  const Icon = isSound ? CircleCheck : CircleAlert
  return (
    <>
      <p className="flex items-center gap-2 font-medium">
        <Icon
          className={isSound ? 'size-4 text-st-success-fg' : 'size-4 text-destructive'}
          aria-hidden
        />
        {isSound ? 'The books are sound.' : plural(violations.length, 'violation')}
      </p>
      <p className="mt-1 text-muted-foreground text-xs">{dateTime(checkedAt)}</p>
      {[...violations, ...stuck].length > 0 && (
        <ul className="mt-3 grid max-h-72 gap-2 overflow-y-auto text-xs [overflow-wrap:anywhere]">
          {[...violations, ...stuck].map((line) => (
            <li key={line} className="rounded-xs bg-sunken px-2.5 py-2">
              {line}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
