import type { GateItem } from '@semblance/contract'
import { CheckMark } from '@/components/blocks/check-mark.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { DataTable } from '@/components/ui/data-table.tsx'
import { plural } from '@/lib/format.ts'

/** Lists the agreed terms, the delivered figures and the verdicts; missed terms first. */
export function GatePanel({ gate }: { gate: GateItem[] }) {
  const missed = gate.filter(({ pass }) => !pass)
  return (
    <Panel
      title="Quality gate"
      description={
        missed.length === 0
          ? `All ${plural(gate.length, 'point')} that were agreed are met.`
          : `${missed.length} of ${plural(gate.length, 'point')} that were agreed ${missed.length === 1 ? 'is' : 'are'} missed.`
      }
      flush
    >
      <DataTable<GateItem>
        caption="What was agreed and what was found"
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'label',
            head: 'Agreed on',
            mobile: 'title',
            cell: ({ label }) => (
              <span className="font-medium [overflow-wrap:anywhere]">{label}</span>
            ),
          },
          {
            key: 'wanted',
            head: 'Wanted',
            cell: ({ wanted }) => <Compared word="Wanted">{wanted}</Compared>,
          },
          {
            key: 'found',
            head: 'Found',
            cell: ({ found }) => <Compared word="Found">{found}</Compared>,
          },
          {
            key: 'pass',
            head: 'Met',
            mobile: 'value',
            cell: ({ pass }) => <Verdict pass={pass} />,
          },
        ]}
        rows={[...missed, ...gate.filter(({ pass }) => pass)]}
      />
    </Panel>
  )
}

/** In a card there is no column head to say which it is. */
function Compared({ word, children }: { word: string; children: string }) {
  return (
    <span className="[overflow-wrap:anywhere]">
      <span className="md:hidden">{word}: </span>
      {children}
    </span>
  )
}

function Verdict({ pass }: { pass: boolean }) {
  return <CheckMark outcome={pass ? 'passed' : 'failed'}>{pass ? 'Yes' : 'No'}</CheckMark>
}
