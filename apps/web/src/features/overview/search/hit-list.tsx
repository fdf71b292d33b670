import type { Hit } from '@semblance/contract'
import { Link } from 'react-router'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { Highlight } from './highlight.tsx'
import { shownId, statusOf, titleOf } from './hit-labels.ts'
import { placeOf } from './hit-links.ts'
import { wordsOf } from './rank-hits.ts'

/** Lists the staff's search results, each with a link to its page. */
export function HitList({ hits, text }: { hits: Hit[]; text: string }) {
  const words = wordsOf(text)
  return (
    <ul className="divide-y border-t">
      {hits.map((hit) => {
        const id = shownId(hit)
        const status = statusOf(hit)
        return (
          <li key={hit.id} className="flex items-center gap-3 px-4 py-2.5 md:px-5">
            <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              <Link to={placeOf(hit, true)} className="link font-medium">
                <Highlight text={titleOf(hit)} words={words} />
              </Link>
              <div className="flex flex-wrap gap-x-2 text-muted-foreground text-sm">
                {id && (
                  <Id>
                    <Highlight text={id} words={words} />
                  </Id>
                )}
                {hit.detail && (
                  <span className="min-w-0">
                    <Highlight text={hit.detail} words={words} />
                  </span>
                )}
              </div>
            </div>
            {status && <StatusBadge {...status} className="shrink-0" />}
          </li>
        )
      })}
    </ul>
  )
}
