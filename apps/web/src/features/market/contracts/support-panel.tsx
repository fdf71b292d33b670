import { type ContractDetail, supportPeriods } from '@semblance/contract'
import { LifeBuoy } from 'lucide-react'
import { Link } from 'react-router'
import { Panel } from '@/components/blocks/panel.tsx'
import { Button } from '@/components/ui/button.tsx'
import { dateTime } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

/** Says until when the vendor supports what was delivered, and takes the client to it; nothing where none was agreed. */
export function SupportPanel({ contract }: { contract: ContractDetail }) {
  const { id, side, support, vendorName } = contract
  if (!support) return null
  const { endsAt } = support
  const isOver = endsAt !== null && endsAt.getTime() < Date.now()
  return (
    <Panel title="Support by the vendor">
      <p className="text-base">
        {endsAt === null ? (
          <>
            {supportPeriods[support.period]}. The period begins when the data is delivered; a
            delivery that replaces it begins it anew.
          </>
        ) : isOver ? (
          <>
            It ended on <span className="num">{dateTime(endsAt)}</span>. Questions about the data
            need another agreement with {side === 'client' ? vendorName : 'you'}.
          </>
        ) : (
          <>
            Until <span className="num font-medium">{dateTime(endsAt)}</span>.{' '}
            {side === 'client'
              ? `Questions about the data go to ${vendorName}.`
              : 'Questions of the client about the data go to you.'}
          </>
        )}
      </p>
      {endsAt !== null && !isOver && side === 'client' && (
        <Button asChild variant="outline" size="sm" className="mt-3">
          <Link to={`${paths.contactSupport}?contract=${id}&to=vendor`}>
            <LifeBuoy aria-hidden />
            Ask the Vendor
          </Link>
        </Button>
      )}
    </Panel>
  )
}
