import type { SuggestedVendor } from '@semblance/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useId, useState } from 'react'
import { Rating } from '@/components/blocks/text/rating.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Checkbox } from '@/components/ui/checkbox.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { plural } from '@/lib/format.ts'
import { useMayCall } from '@/lib/session/may.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'

const SHOWN = 4
const TICKED = 3

export const suggestedVendorsQuery = (dprId: string) =>
  orpc.market.suggestVendors.queryOptions({ input: { dprId } })

/**
 * Offers to invite the vendors that suit a request best, the best ones ticked; nothing when there
 * are none.
 */
export function InviteVendors({ dprId }: { dprId: string }) {
  const may = useMayCall('dprs.invite')
  const query = useQuery(suggestedVendorsQuery(dprId))
  const suggested = query.data?.items.slice(0, SHOWN) ?? []
  if (suggested.length === 0) return null
  if (!may) return null
  return <InviteForm key={suggested[0]?.vendor.id} dprId={dprId} suggested={suggested} />
}

type InviteFormProps = { dprId: string; suggested: readonly SuggestedVendor[] }

function InviteForm({ dprId, suggested }: InviteFormProps) {
  const titleId = useId()
  const [chosen, setChosen] = useState<readonly string[]>(
    suggested
      .slice(0, TICKED)
      .filter(({ reasons }) => reasons.length > 0)
      .map(({ vendor }) => vendor.id),
  )
  const signInFirst = useRequireSignIn()
  const invite = useInvite(dprId)
  const count = chosen.length
  return (
    <section aria-labelledby={titleId} className="card mb-5 overflow-hidden border-primary/50">
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3.5 md:px-5">
        <div>
          <h2 id={titleId} className="font-semibold text-md">
            Invite vendors
          </h2>
          <p className="text-muted-foreground text-sm">
            No offers yet. Vendors usually answer within 5-7 business days.
          </p>
        </div>
        <Button
          disabled={count === 0}
          loading={invite.isPending}
          onClick={() =>
            signInFirst(() =>
              invite.mutate(suggested.filter(({ vendor }) => chosen.includes(vendor.id))),
            )
          }
        >
          <Send aria-hidden />
          Invite {plural(count, 'vendor')}
        </Button>
      </div>
      <ul className="grid gap-px border-t bg-border sm:grid-cols-2 lg:grid-cols-4">
        {suggested.map((one) => (
          <VendorChoice
            key={one.vendor.id}
            suggested={one}
            checked={chosen.includes(one.vendor.id)}
            onToggle={() =>
              setChosen((now) =>
                now.includes(one.vendor.id)
                  ? now.filter((id) => id !== one.vendor.id)
                  : [...now, one.vendor.id],
              )
            }
          />
        ))}
      </ul>
    </section>
  )
}

type VendorChoiceProps = { suggested: SuggestedVendor; checked: boolean; onToggle: () => void }

function VendorChoice({ suggested: { vendor, reasons }, checked, onToggle }: VendorChoiceProps) {
  const id = useId()
  return (
    <li className={checked ? 'bg-primary-soft' : 'bg-card'}>
      <label htmlFor={id} className="flex h-full cursor-pointer items-start gap-3 px-4 py-3">
        <Checkbox id={id} checked={checked} onCheckedChange={onToggle} className="mt-0.5" />
        <span className="min-w-0">
          <span className="block font-semibold [overflow-wrap:anywhere]">{vendor.name}</span>
          {vendor.rating === null ? (
            <span className="text-muted-foreground text-sm">No reviews yet</span>
          ) : (
            <Rating value={vendor.rating} />
          )}
          {reasons.slice(0, 2).map((reason) => (
            <span key={reason} className="block text-sm">
              {reason}
            </span>
          ))}
        </span>
      </label>
    </li>
  )
}

/** Invites one vendor after the other, and shows which of them were refused. */
function useInvite(dprId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (suggested: readonly SuggestedVendor[]) => {
      const refused: { name: string; reason: string }[] = []
      for (const { vendor } of suggested)
        try {
          await api.dprs.invite({ dprId, vendorId: vendor.id, message: '' })
        } catch (error) {
          refused.push({ name: vendor.name, reason: toProblem(error).message })
        }
      return { invited: suggested.length - refused.length, refused }
    },
    onSuccess: ({ invited, refused }) => {
      if (invited > 0)
        notify.success(
          invited === 1 ? 'Vendor Invited' : 'Vendors Invited',
          `${plural(invited, 'vendor')} ${invited === 1 ? 'has' : 'have'} been notified.`,
        )
      for (const { name, reason } of refused) notify.error(`${name} was not invited`, reason)
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: orpc.dprs.invitations.key() })
      void queryClient.invalidateQueries({ queryKey: orpc.market.suggestVendors.key() })
    },
  })
}
