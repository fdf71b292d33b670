import { type DprDetail, dprCan } from '@semblance/contract'
import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import { SearchInput } from '@/components/blocks/lists/search-input.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import { InvitationMessage } from './invitation-message.tsx'
import { InvitedVendors } from './invited-vendors.tsx'
import { SuggestedVendors } from './suggested-vendors.tsx'
import { FoundVendors } from './vendor-search-results.tsx'

/** Invites vendors: suggested ones, others by name; lists those invited so far. */
export function ContactVendors({ dpr }: { dpr: DprDetail }) {
  const [open, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const [message, setMessage] = useState('')
  const mayInvite = dprCan.invite(dpr.status)
  const list = { dprId: dpr.id, message, mayInvite, onLeave: () => setOpen(false) }
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      size="lg"
      title="Contact vendors"
      description={
        mayInvite
          ? `Invite vendors to send an offer on ${dpr.title}, or write to them.`
          : `${dpr.title} takes no more offers; you can still write to those you invited.`
      }
      trigger={
        <Button variant="outline">
          <UsersRound aria-hidden />
          Contact Vendors
        </Button>
      }
    >
      {open && (
        <div className="grid gap-6">
          {mayInvite && (
            <div className="grid gap-4">
              <div className="grid gap-2">
                <SearchInput
                  label="Search vendors by name"
                  placeholder="Search vendors by name"
                  value={search}
                  onChange={setSearch}
                />
                <InvitationMessage value={message} onChange={setMessage} />
              </div>
              {search ? <FoundVendors {...list} search={search} /> : <SuggestedVendors {...list} />}
            </div>
          )}
          <InvitedVendors {...list} />
        </div>
      )}
    </Dialog>
  )
}
