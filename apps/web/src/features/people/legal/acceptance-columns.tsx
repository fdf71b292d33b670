import { type LegalAcceptance, legalActLabels, legalTitles } from '@semblance/contract'
import { Link } from 'react-router'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import type { Column } from '@/components/ui/data-table.tsx'
import { date, dateTime } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

const personOf = ({ person }: LegalAcceptance) => person ?? 'Deleted account'

const purposeOf = ({ act, object }: LegalAcceptance) =>
  object === null ? legalActLabels[act] : `${legalActLabels[act]} ${object}`

const factorOf = ({ hadSecondFactor }: LegalAcceptance) =>
  hadSecondFactor === null ? '' : hadSecondFactor ? 'Yes' : 'No'

/** Describes the list of acceptances, with the person where it has several. */
export const acceptanceColumns = (ofAll: boolean): readonly Column<LegalAcceptance>[] => [
  {
    key: 'document',
    head: 'Document',
    mobile: 'title',
    cell: ({ document, version, dated }) => (
      <Link
        to={paths.legalVersion(document, version)}
        className="text-primary underline underline-offset-[3px]"
      >
        {legalTitles[document]} of {date(dated)}
      </Link>
    ),
    csv: ({ document }) => legalTitles[document],
  },
  { csvHead: 'Version of', csv: ({ dated }) => dated },
  { csvHead: 'SHA-256', csv: ({ version }) => version },
  ...(ofAll
    ? [{ key: 'person', head: 'Accepted by', cell: personOf, csv: personOf } as const]
    : [
        {
          key: 'organization',
          head: 'For',
          cell: ({ organization }: LegalAcceptance) => organization ?? 'You alone',
          csv: ({ organization }: LegalAcceptance) => organization,
        } as const,
      ]),
  { key: 'act', head: 'With', cell: purposeOf, csv: purposeOf },
  {
    key: 'address',
    head: 'From',
    cell: ({ address }) => <span className="mono text-xs">{address ?? 'Address not kept'}</span>,
    csv: ({ address }) => address,
  },
  { csvHead: 'Second factor', csv: factorOf },
  {
    key: 'at',
    head: 'When',
    cell: ({ at }) => <TimeText at={at} show={dateTime} />,
    csv: ({ at }) => at,
  },
]
