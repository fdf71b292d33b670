import { dprCan, type OwnDpr } from '@semblance/contract'
import { CalendarPlus, CircleX, Copy, Ellipsis } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '@/components/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu.tsx'
import { useMayCall } from '@/lib/session/may.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { paths } from '@/paths.ts'
import { CancelDpr } from './cancel-dpr.tsx'
import { ExtendDpr } from './extend-dpr.tsx'

type DprMenuProps = {
  dpr: OwnDpr
  /** In the row of a table, where everything is inside the menu. */
  inRow?: boolean
}

/** Offers a client's further actions on its own request: post it again, extend it, cancel it. */
export function DprMenu({ dpr, inRow }: DprMenuProps) {
  const may = useMayCall('dprs.create', 'dprs.extend', 'dprs.cancel')
  const [asking, setAsking] = useState<'extend' | 'cancel' | null>(null)
  const signInFirst = useRequireSignIn()
  const button = useRef<HTMLButtonElement>(null)
  const dialog = {
    dpr,
    onOpenChange: (open: boolean) => !open && setAsking(null),
    returnFocus: () => button.current?.focus(),
  }
  const isLive = dprCan.takeOffers(dpr.status)
  if (!may) return null
  return (
    <>
      {!inRow && (
        <Button variant="outline" asChild>
          <Link to={paths.duplicateDpr(dpr.id)}>
            <Copy aria-hidden />
            Duplicate
          </Link>
        </Button>
      )}
      {(inRow || isLive) && (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button
              ref={button}
              variant={inRow ? 'ghost' : 'outline'}
              size={inRow ? 'icon-sm' : 'icon'}
              className="flex-none!"
              aria-label={`More for ${dpr.title}`}
            >
              <Ellipsis aria-hidden />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent>
            {inRow && (
              <DropdownMenuItem asChild>
                <Link to={paths.duplicateDpr(dpr.id)}>
                  <Copy aria-hidden />
                  Duplicate
                </Link>
              </DropdownMenuItem>
            )}
            {isLive && (
              <>
                <DropdownMenuItem
                  icon={CalendarPlus}
                  onSelect={() => signInFirst(() => setAsking('extend'))}
                >
                  Extend closing date
                </DropdownMenuItem>
                <DropdownMenuSeparator />
                <DropdownMenuItem
                  icon={CircleX}
                  destructive
                  disabled={!dprCan.cancel(dpr)}
                  onSelect={() => signInFirst(() => setAsking('cancel'))}
                >
                  {dprCan.cancel(dpr) ? 'Cancel request' : 'Cancel request: an offer is accepted'}
                </DropdownMenuItem>
              </>
            )}
          </DropdownMenuContent>
        </DropdownMenu>
      )}
      {asking === 'extend' && <ExtendDpr {...dialog} />}
      {asking === 'cancel' && <CancelDpr {...dialog} />}
    </>
  )
}
