import { supportDesk } from '@semblance/contract'
import { Clock, type LucideIcon, Mail, MessageSquareReply, Phone } from 'lucide-react'
import { Panel } from '@/components/blocks/panel.tsx'
import type { Config } from '@/lib/api/config.ts'
import { useConfig } from '@/lib/session/session.tsx'

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

type Fact = { icon: LucideIcon; term: string; value: string; href?: string }

const times: Fact[] = [
  { icon: Clock, term: 'Hours', value: supportDesk.hours },
  { icon: MessageSquareReply, term: 'Response', value: capitalized(supportDesk.response) },
]

const addresses = ({ email, phone }: Config['support']): Fact[] => [
  ...(phone === null
    ? []
    : [{ icon: Phone, term: 'Phone', value: phone, href: `tel:${phone.replace(/[^+\d]/g, '')}` }]),
  ...(email === null
    ? []
    : [{ icon: Mail, term: 'E-mail', value: email, href: `mailto:${email}` }]),
]

/** Shows when staff answer, and the ways to reach them other than the form that the operator offers. */
export function SupportFacts() {
  const facts = [...times, ...addresses(useConfig().support)]
  return (
    <Panel title="Reach us">
      <dl className="grid gap-4">
        {facts.map(({ icon: Icon, term, value, href }) => (
          <div key={term} className="relative pl-8">
            <dt className="text-muted-foreground text-sm">
              <Icon className="absolute top-0.5 left-0 size-[18px]" aria-hidden />
              {term}
            </dt>
            <dd className="font-medium text-base [overflow-wrap:anywhere]">
              {href ? (
                <a href={href} className="link">
                  {value}
                </a>
              ) : (
                value
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
