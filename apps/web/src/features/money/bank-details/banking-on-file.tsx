import { accountTypes, type BankingDetails, businessTypes } from '@semblance/contract'
import { Hourglass } from 'lucide-react'
import { Panel } from '@/components/blocks/panel.tsx'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { DescriptionStrip } from '@/components/blocks/text/description-strip.tsx'
import { date, dateTime } from '@/lib/format.ts'
import { labelOf, masked } from './banking-fields.ts'

type BankingFactsProps = { details: BankingDetails; isSample?: boolean }

/** Names the bank as its kind of account does: by routing number, sort code or BIC. */
const bankCode = ({ accountKind, routingNumber, bic }: BankingDetails) =>
  accountKind === 'iban'
    ? { label: labelOf('bic', accountKind), value: bic }
    : { label: labelOf('routingNumber', accountKind), value: routingNumber }

/** Shows the present bank account at a glance. */
export function BankingFacts({ details, isSample = false }: BankingFactsProps) {
  return (
    <section aria-label="On file" className="card mb-5 max-w-[1080px] overflow-hidden">
      {isSample && (
        <p className="border-b bg-sunken px-4 py-2.5 text-muted-foreground text-sm md:px-5">
          On file for the sample vendor. The form below is your own.
        </p>
      )}
      <DescriptionStrip
        facts={[
          {
            label: 'Bank account',
            value: masked(details.accountLast4),
            note: `${details.bankName}, ${accountTypes[details.accountType].toLowerCase()}`,
          },
          {
            ...bankCode(details),
            note: `Held by ${details.accountHolderName}`,
          },
          {
            label: 'Tax ID',
            value: masked(details.taxIdLast4),
            note: details.vatNumber
              ? `${businessTypes[details.businessType]}, VAT ${details.vatNumber}`
              : businessTypes[details.businessType],
          },
          {
            label: 'Last saved',
            value: date(details.updatedAt),
            note: `Account since ${date(details.accountChangedAt)}`,
          },
        ]}
      />
    </section>
  )
}

export function HoldNotice({ details }: { details: BankingDetails }) {
  if (!details.holdUntil) return null
  return (
    <div
      role="status"
      className="mb-5 flex max-w-[1080px] items-start gap-2.5 rounded-md border border-brass-line bg-st-held-bg px-4 py-3 text-base text-st-held-fg"
    >
      <Hourglass className="mt-0.5 size-4 shrink-0" aria-hidden />
      <p>
        <span className="font-semibold">Payouts are held until {dateTime(details.holdUntil)}.</span>{' '}
        The bank account changed on {date(details.accountChangedAt)}, so nothing is paid to the
        account ending in {details.accountLast4} before then. If your organization did not want
        this, contact support now.
      </p>
    </div>
  )
}

/** Shows the details to users who may not change them. */
export function BankingReadOnly({ details }: { details: BankingDetails }) {
  const wrapped = (text: string) => (
    <span className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</span>
  )
  return (
    <div className="grid max-w-[1080px] items-start gap-5 md:grid-cols-2">
      <Panel title="Bank" description="Your organization's administrators keep this up to date.">
        <DescriptionList
          className="border-t"
          rows={[
            { term: 'Account holder name', value: wrapped(details.accountHolderName) },
            {
              term: labelOf('accountNumber', details.accountKind),
              value: masked(details.accountLast4),
            },
            { term: bankCode(details).label, value: bankCode(details).value },
            { term: 'Bank name', value: wrapped(details.bankName) },
            { term: 'Account type', value: accountTypes[details.accountType] },
          ]}
        />
      </Panel>
      <Panel title="Tax" description="As your organization files it with the tax office.">
        <DescriptionList
          className="border-t"
          rows={[
            { term: 'Tax ID', value: masked(details.taxIdLast4) },
            ...(details.vatNumber
              ? [
                  {
                    term: 'VAT number',
                    value: `${details.vatNumber}, not checked with the authority`,
                  },
                ]
              : []),
            { term: 'Business type', value: businessTypes[details.businessType] },
            {
              term: 'Tax address',
              value: wrapped(
                `${details.taxAddress}\n${details.taxCity}, ${[details.taxState, details.taxZip].filter(Boolean).join(' ')}`,
              ),
            },
            ...(details.additionalNotes
              ? [{ term: 'Notes', value: wrapped(details.additionalNotes) }]
              : []),
          ]}
        />
      </Panel>
    </div>
  )
}
