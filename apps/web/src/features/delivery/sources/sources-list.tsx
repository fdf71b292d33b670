import { epsilonText, guaranteeText, SOURCE_DELTA, type Source } from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { sourcesQuery } from '@/components/blocks/sources/source-queries.ts'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { Progress } from '@/components/ui/progress.tsx'
import { date } from '@/lib/format.ts'
import { SetLimit } from './set-limit.tsx'
import { SourceSpendings } from './source-spendings.tsx'

/** Lists the vendor's sources, newest first, each with its privacy account. */
export function SourcesList() {
  const query = useInfiniteQuery(sourcesQuery)
  return (
    <PagedList
      query={query}
      plain
      errorTitle="Sources did not load"
      empty={
        <div className="card">
          <EmptyState title="No sources yet">
            A source appears here when you submit a delivery or send a sample: with what its
            measurements have spent.
          </EmptyState>
        </div>
      }
    >
      {(sources) => (
        <div className="grid gap-5">
          {sources.map((source) => (
            <SourcePanel key={source.id} source={source} />
          ))}
        </div>
      )}
    </PagedList>
  )
}

function SourcePanel({ source }: { source: Source }) {
  const { id, name, limitEpsilon, limitRaisedAt, spent, committed, createdAt } = source
  const { committedShare, leftEpsilon } = source
  const isFull = leftEpsilon === 0
  const raised = limitRaisedAt ? `, raised on ${date(limitRaisedAt)}` : ''
  return (
    <Panel
      title={<span className="[overflow-wrap:anywhere]">{name}</span>}
      description={
        <>
          <Id>{id}</Id>, since {date(createdAt)}
        </>
      }
      action={<SetLimit source={source} />}
    >
      <Progress
        label={`Privacy limit of ${name}`}
        value={committedShare * 100}
        tone={isFull ? 'warn' : 'primary'}
        className="mb-3"
      />
      <DescriptionList
        rows={[
          { term: 'Spent, per row', value: guaranteeText(spent) },
          ...(committed.epsilon > spent.epsilon
            ? [{ term: 'With what is under way', value: guaranteeText(committed) }]
            : []),
          {
            term: 'Limit',
            value: `ε ${epsilonText(limitEpsilon)} at δ ${SOURCE_DELTA.toExponential()}${raised}`,
          },
          {
            term: 'Fits one more measurement of',
            value: isFull ? 'nothing' : `ε ${leftEpsilon} at most`,
          },
        ]}
      />
      <SourceSpendings sourceId={id} />
    </Panel>
  )
}
