import { type Company, countries } from '@semblance/contract'
import { MessagesSquare } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ScoreMark } from '@/components/blocks/score/score-mark.tsx'
import { Rating } from '@/components/blocks/text/rating.tsx'
import { VerifiedBadge } from '@/components/blocks/text/verified.tsx'
import { Button } from '@/components/ui/button.tsx'
import { plural } from '@/lib/format.ts'
import { useMessages } from '@/lib/pages/messages-context.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { paths } from '@/paths.ts'

type VendorRowProps = {
  /** Lists the vendors of the list around it. */
  vendors: readonly string[]
  dprId: string
  vendor: Company
  /** The reasons for suggesting the vendor, or the message sent to it. */
  children?: ReactNode
  /** Next to the button for messages. */
  action?: ReactNode
  /** The dialog around it makes room for the messages. */
  onLeave: () => void
}

/** Shows a vendor in the Contact Vendors dialog. */
export function VendorRow({ dprId, vendor, vendors, children, action, onLeave }: VendorRowProps) {
  const { open } = useMessages()
  const signInFirst = useRequireSignIn()
  const write = () => {
    onLeave()
    open({ dprId, vendorId: vendor.id })
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <div className="flex items-center gap-1.5">
          {vendor.slug ? (
            <Link to={paths.company(vendor.slug)} className="link truncate font-medium">
              {vendor.name}
            </Link>
          ) : (
            <span className="font-medium">{vendor.name}</span>
          )}
          <VerifiedBadge />
        </div>
        <div className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-muted-foreground text-sm">
          {vendor.city && <span>{placeOf(vendor)}</span>}
          {vendor.rating === null ? <span>No reviews yet</span> : <Rating value={vendor.rating} />}
          <span className="num">{plural(vendor.completedContracts, 'completed contract')}</span>
          <ScoreMark vendorId={vendor.id} among={vendors} />
        </div>
        {children}
      </div>
      <div className="flex items-center gap-2 max-md:w-full max-md:[&>button]:flex-1">
        <Button
          size="sm"
          variant="ghost"
          className="border"
          aria-label={`Message ${vendor.name}`}
          onClick={() => signInFirst(write)}
        >
          <MessagesSquare aria-hidden />
          Message
        </Button>
        {action}
      </div>
    </li>
  )
}

const placeOf = ({ city, country }: Company) =>
  country in countries && country !== 'other'
    ? `${city}, ${countries[country as keyof typeof countries]}`
    : city
