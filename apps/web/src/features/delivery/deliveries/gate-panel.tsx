import type { GateItem } from '@semblance/contract'
import { CheckMark } from '@/components/blocks/check-mark.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { DataTable } from '@/components/ui/data-table.tsx'
import { plural } from '@/lib/format.ts'

/** Distinguishes the terms of a contract from those of every listed twin. */
export type GateOf = 'contract' | 'listing'

const texts: Record<GateOf, { points: string; caption: string; head: string }> = {
  contract: {
    points: 'that were agreed',
    caption: 'What was agreed and what was found',
    head: 'Agreed on',
  },
  listing: {
    points: 'that a listed twin has to meet',
    caption: 'What a listed twin has to meet and what was found',
    head: 'Asked for',
  },
}

type GatePanelProps = { gate: GateItem[]; subject?: GateOf }

/** Lists the points of a gate with the figures found and the verdicts; missed points first. */
export function GatePanel({ gate, subject = 'contract' }: GatePanelProps) {
  const missed = gate.filter(({ pass }) => !pass)
  const { points, caption, head } = texts[subject]
  return (
    <Panel
      title="Quality gate"
      description={
        missed.length === 0
          ? `All ${plural(gate.length, 'point')} ${points} are met.`
          : `${missed.length} of ${plural(gate.length, 'point')} ${points} ${missed.length === 1 ? 'is' : 'are'} missed.`
      }
      flush
    >
      <DataTable<GateItem>
        caption={caption}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'label',
            head,
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
