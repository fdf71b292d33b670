import { useQuery } from '@tanstack/react-query'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { orpc } from '@/lib/api/api.ts'
import { dateTime } from '@/lib/format.ts'

export const ownProfileQuery = orpc.settings.getProfile.queryOptions()

/** Says that mail to one's address is refused or comes back; nothing where it arrives. */
export function RefusedAddress() {
  const { data } = useQuery(ownProfileQuery)
  if (!data?.mailRefusal) return null
  const { at, reply } = data.mailRefusal
  return (
    <div className="mb-5 max-w-[720px] rounded-md border bg-brass-soft p-4 text-base" role="status">
      <p className="font-medium [overflow-wrap:anywhere]">Mail to {data.email} does not arrive.</p>
      <p className="mt-1 [overflow-wrap:anywhere]">
        On <TimeText at={at} show={dateTime} /> your mail server answered: “{reply}”. Until mail
        arrives again, you get no weekly summary; other mail is still tried. Ask whoever runs your
        mailbox, or change your e-mail address in User settings.
      </p>
    </div>
  )
}
