import {
  bindingTexts,
  certifiedMoneyText,
  dossierSubjectLabels,
  leafTypeLabels,
  sampleDossierText,
} from '@semblance/contract'
import type { DossierFacts } from '@semblance/contract/verify-dossier'
import { Panel } from '@/components/blocks/panel.tsx'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { count, dateTime, fileSize, plural, usdExact } from '@/lib/format.ts'

/** Shows what a dossier says, as far as it could be read. */
export function DossierFactsView({ facts }: { facts: DossierFacts }) {
  const { deal, about, side, issuer, sample, logs, steps, documents } = facts
  return (
    <>
      {sample && (
        <p className="rounded-md border border-st-warn-dot/40 bg-st-warn-bg px-4 py-3 text-st-warn-fg">
          {sampleDossierText}
        </p>
      )}
      <Panel title="What it says">
        <DescriptionList
          rows={[
            { term: dossierSubjectLabels[about], value: <span className="mono">{deal}</span> },
            { term: 'As seen by', value: `its ${side}` },
            { term: 'From', value: <span className="break-all">{issuer}</span> },
            ...logs.map(({ origin, size, cosignedBy }) => ({
              term: 'Log',
              value: (
                <span className="break-all">
                  {origin}, {size === null ? 'no checkpoint' : plural(size, 'leaf', 'leaves')}
                  {cosignedBy.length > 0 && `, cosigned by ${cosignedBy.join(', ')}`}
                </span>
              ),
            })),
          ]}
        />
      </Panel>
      <DossierSums {...facts} />
      <Certified certified={facts.certified} />
      <Panel title="Steps" description={`${count(steps.length)} that open`} bodyClassName="pb-2!">
        <ol className="divide-y">
          {steps.map(({ place, payload: { type, at } }) => (
            <li key={place} className="flex flex-wrap justify-between gap-x-3 py-2.5">
              <span>
                {leafTypeLabels[type]}{' '}
                <span className="mono text-muted-foreground text-xs">{place}</span>
              </span>
              <span className="num text-muted-foreground text-sm">{dateTime(at)}</span>
            </li>
          ))}
        </ol>
      </Panel>
      <DossierDocuments documents={documents} />
    </>
  )
}

/** Lists the files of a dossier, each with what it is proven by. */
export function DossierDocuments({ documents }: Pick<DossierFacts, 'documents'>) {
  return (
    <Panel title="Documents" description={plural(documents.length, 'file')} bodyClassName="pb-2!">
      <ul className="divide-y">
        {documents.map(({ path, bytes, boundBy }) => (
          <li key={path} className="py-2.5">
            <p className="flex flex-wrap justify-between gap-x-3">
              <span className="mono min-w-0 break-all">{path}</span>
              <span className="num text-muted-foreground text-sm">{fileSize(bytes)}</span>
            </p>
            <p className="text-muted-foreground text-sm">{bindingTexts[boundBy]}</p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Shows what certificates disclose of the deal's money, and who attests what; nothing where none does. */
function Certified({ certified }: Pick<DossierFacts, 'certified'>) {
  const stated = certified.flatMap((one) => {
    const money = certifiedMoneyText(one)
    const text = [...(money ? [money] : []), ...one.attested].join(' ')
    return text ? [{ id: one.id, text }] : []
  })
  if (stated.length === 0) return null
  return (
    <Panel title="Certified" bodyClassName="pb-2!">
      <ul className="divide-y">
        {stated.map(({ id, text }) => (
          <li key={id} className="py-2.5">
            <span className="mono block break-all text-muted-foreground text-xs">{id}</span>
            {text}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

export function DossierSums({ sums, side }: Pick<DossierFacts, 'sums' | 'side'>) {
  const money = (cents: bigint) => <span className="num">{usdExact(Number(cents))}</span>
  return (
    <Panel
      title="Money"
      description={
        side === 'client'
          ? 'Paid in is the sum of the other amounts.'
          : 'Paid in is the sum of the other amounts. The fee is the client’s and not in this file.'
      }
    >
      <DescriptionList
        rows={[
          { term: 'Paid in', value: money(sums.paidInCents) },
          { term: 'Released to the vendor', value: money(sums.releasedCents) },
          { term: 'Refunded to the client', value: money(sums.refundedCents) },
          { term: 'Returned to the bank, or corrected', value: money(sums.returnedCents) },
          ...(side === 'client'
            ? [{ term: 'Fees of the platform', value: money(sums.feesCents) }]
            : []),
          { term: 'Held', value: money(sums.heldCents) },
        ]}
      />
    </Panel>
  )
}
