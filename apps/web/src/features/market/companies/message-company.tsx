import type { CompanyProfile } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { orpc } from '@/lib/api/api.ts'
import { useMessages } from '@/lib/pages/messages-context.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { useAuth } from '@/lib/session/session.tsx'
import { ChooseRequest } from './choose-request.tsx'

/**
 * Opens the conversation with a company, if there is one. A client without one names the request it is
 * about; a vendor writes to clients it deals with only.
 */
export function MessageCompany({ company }: { company: CompanyProfile }) {
  const { status, roles } = useAuth()
  const signInFirst = useRequireSignIn()
  const { open } = useMessages()
  const [isChoosing, setIsChoosing] = useState(false)

  const asClient = company.isVendor && (roles.includes('client') || status === 'signed-out')
  const asVendor = !asClient && company.isClient && roles.includes('vendor')
  const isMember = status === 'signed-in' && !company.isOwn
  const conversations = useQuery({
    ...orpc.negotiation.list.queryOptions({
      input: { side: asClient ? 'client' : 'vendor', search: company.name, limit: 20 },
    }),
    enabled: isMember && (asClient || asVendor),
  })
  const own = useQuery({
    ...orpc.companies.get.queryOptions({ input: {} }),
    enabled: isMember && asVendor,
  })
  const known = conversations.data?.items.find(({ counterpart }) => counterpart.id === company.id)
  const vendorId = asClient ? company.id : own.data?.id

  if (company.isOwn || (!asClient && !(known && vendorId))) return null
  const act = () => {
    if (known && vendorId) open({ dprId: known.dprId, vendorId })
    else setIsChoosing(true)
  }
  return (
    <>
      <Button loading={conversations.isLoading} onClick={() => signInFirst(act)}>
        <MessagesSquare aria-hidden />
        Message
      </Button>
      {isChoosing && (
        <ChooseRequest
          company={company}
          onClose={() => setIsChoosing(false)}
          onChoose={(dprId) => {
            setIsChoosing(false)
            open({ dprId, vendorId: company.id })
          }}
        />
      )}
    </>
  )
}
