import type { SavedSearch } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Switch } from '@/components/ui/switch.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { Tooltip } from '@/components/ui/tooltip.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { paths } from '@/paths.ts'
import { describeQuery, urlOf } from '../market-query.ts'
import { RenameSearch } from './rename-search.tsx'

type SavedSearchRowProps = { search: SavedSearch; onRun: () => void }

export function SavedSearchRow({ search, onRun }: SavedSearchRowProps) {
  const [isRenaming, setIsRenaming] = useState(false)
  const queries = useQueryClient()
  const onSuccess = () => queries.invalidateQueries({ queryKey: orpc.market.savedSearches.key() })
  const onError = (error: unknown) => notify.error('Nothing was changed', toProblem(error).message)
  const toggle = useMutation(orpc.market.changeSearch.mutationOptions({ onSuccess, onError }))
  const remove = useMutation(orpc.market.removeSearch.mutationOptions({ onSuccess, onError }))
  if (isRenaming)
    return (
      <li className="px-5 py-3 md:px-6">
        <RenameSearch search={search} onDone={() => setIsRenaming(false)} />
      </li>
    )
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-5 py-3 md:px-6">
      <div className="min-w-0 flex-1 basis-56">
        <Link
          to={paths.marketplace + urlOf(search)}
          onClick={onRun}
          className="rounded-xs font-semibold text-primary underline-offset-[3px] [overflow-wrap:anywhere] hover:underline"
        >
          {search.name}
        </Link>
        <p className="text-muted-foreground text-sm [overflow-wrap:anywhere]">
          {describeQuery(search)}
          {search.matchedAt && (
            <>
              ; last match <TimeText at={search.matchedAt} />
            </>
          )}
        </p>
      </div>
      <div className="flex items-center gap-1">
        <span className="mr-2 inline-flex items-center gap-2 text-sm">
          <span aria-hidden>Alerts</span>
          <Switch
            aria-label={`Alerts for ${search.name}`}
            checked={toggle.isPending ? (toggle.variables.alerts ?? search.alerts) : search.alerts}
            disabled={toggle.isPending}
            onCheckedChange={(alerts) => toggle.mutate({ id: search.id, alerts })}
          />
        </span>
        <Tooltip label="Rename">
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Rename ${search.name}`}
            onClick={() => setIsRenaming(true)}
          >
            <Pencil aria-hidden />
          </Button>
        </Tooltip>
        <Tooltip label="Delete">
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Delete ${search.name}`}
            loading={remove.isPending}
            onClick={() => remove.mutate({ id: search.id })}
          >
            <Trash2 aria-hidden />
          </Button>
        </Tooltip>
      </div>
    </li>
  )
}
