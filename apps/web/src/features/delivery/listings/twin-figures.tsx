import { choiceText, type OwnListingDetail } from '@semblance/contract'
import { Panel } from '@/components/blocks/panel.tsx'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { MeasuredAccount } from '@/components/viz/measured-account.tsx'
import { count, date } from '@/lib/format.ts'
import { accuracyNote, checksText, epsilonFact, percentText } from './listing-facts.ts'

type TwinFiguresProps = { listing: OwnListingDetail }

/** Shows the vendor the figures of a listed twin, and what it took of the account of its source. */
export function TwinFigures({ listing: { figures, account, contractId } }: TwinFiguresProps) {
  return (
    <>
      <Panel
        title="Figures of the twin"
        description={contractId ? `From contract ${contractId}` : 'Measured for this listing'}
      >
        <DescriptionList
          rows={[
            { term: 'Rows', value: count(figures.records) },
            { term: 'Columns', value: count(figures.columns) },
            { term: 'Accuracy', value: percentText(figures.accuracy.percent) },
            { term: 'Privacy per row', value: epsilonFact(figures.epsilon) },
            { term: 'Privacy checks', value: checksText(figures) },
            { term: 'Made', value: date(figures.deliveredAt) },
          ]}
        />
        <p className="mt-2 text-muted-foreground text-sm">{accuracyNote(figures)}.</p>
      </Panel>
      {account && (
        <Panel title="Privacy account" description={`${account.sourceId}, as this twin left it`}>
          <MeasuredAccount account={account} label="This twin" />
          <p className="mt-2 text-sm">
            Copies spend nothing: each buyer gets the same rows. Revisions of a subscription measure
            the source anew.
          </p>
          {account.choice && (
            <p className="mt-2 text-muted-foreground text-sm">
              {choiceText(account.choice, 'listing')} Buyers read this in the catalog and, as it is
              then, in the certificate of each copy.
            </p>
          )}
        </Panel>
      )}
    </>
  )
}
