import type { PreviewSummary } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { SkeletonRows } from '@/components/blocks/lists/skeleton-rows.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Button } from '@/components/ui/button.tsx'
import { orpc } from '@/lib/api/api.ts'
import { loadPage } from '@/lib/pages/load-page.ts'

const Explorer = lazy(() => loadPage(() => import('../explorer.tsx')))

type AskPanelProps = { offerId: string; table: PreviewSummary }

/** Shows an answered question; the database, a large program, is loaded for the reader's own ones only. */
export function AskPanel({ offerId, table: { question } }: AskPanelProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Panel
      title="Ask in SQL"
      description={
        isOpen
          ? 'The rows are in a database in this page. Your questions stay in your browser.'
          : `${question ? 'This answer came with the page. ' : ''}Your own question loads a database of about 6 MB, once, and stays in your browser.`
      }
      action={
        !isOpen && (
          <Button variant="outline" onClick={() => setIsOpen(true)}>
            <Play aria-hidden />
            Ask your own
          </Button>
        )
      }
      flush={!isOpen}
    >
      {isOpen ? (
        <Rows offerId={offerId} script={question?.sql} />
      ) : (
        question && (
          <div className="grid border-t md:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
            <pre className="mono overflow-x-auto bg-sunken px-4 py-4 text-sm leading-relaxed md:px-5">
              {question.sql}
            </pre>
            <Answer question={question} />
          </div>
        )
      )}
    </Panel>
  )
}

function Answer({ question }: { question: NonNullable<PreviewSummary['question']> }) {
  return (
    <table className="h-fit w-full border-collapse text-sm max-md:border-t md:border-l">
      <caption className="sr-only">The answer</caption>
      <thead>
        <tr className="border-b bg-sunken text-muted-foreground">
          {question.columns.map((name, place) => (
            <th
              key={name}
              scope="col"
              className={`mono h-8 px-4 font-medium ${place > 0 ? 'text-right' : 'text-left'}`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {question.rows.map(([value, ...numbers]) => (
          <tr key={value} className="border-b last:border-0">
            <td className="max-w-[200px] truncate px-4 py-1.5">{value}</td>
            {numbers.map((number, place) => (
              <td key={question.columns[place + 1]} className="num px-4 py-1.5 text-right">
                {number}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Rows({ offerId, script }: { offerId: string; script: string | undefined }) {
  const query = useQuery(orpc.previews.ofOffer.queryOptions({ input: { offerId } }))
  return (
    <QueryState query={query} errorTitle="The rows did not load">
      {({ tables }) => (
        <Suspense fallback={<SkeletonRows />}>
          <Explorer tables={tables} question={script} />
        </Suspense>
      )}
    </QueryState>
  )
}
