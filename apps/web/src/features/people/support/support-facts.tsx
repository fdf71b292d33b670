import { supportDesk } from '@semblance/contract'
import { Clock, Mail, MessageSquareReply, Phone } from 'lucide-react'
import { Panel } from '@/components/blocks/panel.tsx'

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const facts = [
  { icon: Clock, term: 'Hours', value: supportDesk.hours },
  { icon: MessageSquareReply, term: 'Response', value: capitalized(supportDesk.response) },
  {
    icon: Phone,
    term: 'Phone',
    value: supportDesk.phone,
    href: `tel:${supportDesk.phone.replace(/[^+\d]/g, '')}`,
  },
  { icon: Mail, term: 'E-mail', value: supportDesk.email, href: `mailto:${supportDesk.email}` },
]

/** Shows the ways to reach the provider other than the form. */
export function SupportFacts() {
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
