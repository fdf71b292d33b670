import type { Certificate } from '@semblance/contract'
import { outcomeLabels, outcomeOf, qualityFact, untestedText } from '@semblance/plots'
import { CheckMark } from '@/components/blocks/check-mark.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { DescriptionStrip } from '@/components/blocks/text/description-strip.tsx'
import { count } from '@/lib/format.ts'

type Table = Certificate['tables'][number]

/** Shows the signed measurements of one table. */
export function CertifiedTable({ table, isSole }: { table: Table; isSole: boolean }) {
  const { privacy, accuracy } = table
  const untested = untestedText(privacy.untested)
  return (
    <Panel title={isSole ? 'What was measured' : table.file} flush>
      <DescriptionStrip
        className="border-t"
        facts={[
          { label: 'Records', value: count(table.records) },
          { label: 'Columns', value: count(table.columns) },
          qualityFact(accuracy, table.qualityScore),
          { label: 'Privacy', ...privacyFact(privacy) },
        ]}
      />
      <ul className="grid gap-2 border-t px-4 py-4 md:grid-cols-2 md:px-5">
        {privacy.checks.map((check) => (
          <Check key={check.id} {...check} />
        ))}
      </ul>
      {untested && <p className="px-4 pb-4 text-muted-foreground text-sm md:px-5">{untested}</p>}
    </Panel>
  )
}

function privacyFact({ mode, unit, epsilon, delta }: Table['privacy']) {
  if (mode === 'protected' || epsilon === null || delta === null)
    return { value: 'Protected', note: 'no formal guarantee is claimed' }
  const whose = unit === 'row' ? 'each row' : 'each person or thing'
  return {
    value: `ε = ${epsilon}`,
    note: `δ = ${Number(delta.toPrecision(2)).toExponential()}, for ${whose}`,
  }
}

function Check(check: Table['privacy']['checks'][number]) {
  return (
    <li>
      <CheckMark outcome={outcomeOf(check)} className="items-start whitespace-normal">
        <span className="font-normal text-foreground">
          {outcomeLabels[outcomeOf(check)]}: {check.label}
        </span>
      </CheckMark>
    </li>
  )
}
