import { ChevronDown } from 'lucide-react'
import { Accordion as RadixAccordion } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from '@/lib/cn.ts'

type AccordionProps = {
  items: readonly { id: string; title: ReactNode; content: ReactNode }[]
  /** The item that is open at first. */
  defaultOpen?: string
  className?: string
}

/** Shows questions or phases; one is open at a time. */
export function Accordion({ items, defaultOpen, className }: AccordionProps) {
  return (
    <RadixAccordion.Root
      type="single"
      collapsible
      defaultValue={defaultOpen}
      className={cn('divide-y', className)}
    >
      {items.map((item) => (
        <RadixAccordion.Item key={item.id} value={item.id}>
          <RadixAccordion.Header className="flex">
            <RadixAccordion.Trigger className="group flex min-h-12 flex-1 items-center justify-between gap-4 rounded-xs py-3 text-left font-medium text-base hover:text-primary">
              {item.title}
              <ChevronDown
                className="size-4 shrink-0 text-muted-foreground transition-transform duration-[160ms] group-data-[state=open]:rotate-180"
                aria-hidden
              />
            </RadixAccordion.Trigger>
          </RadixAccordion.Header>
          <RadixAccordion.Content className="overflow-hidden text-base text-muted-foreground data-[state=closed]:animate-accordion-up data-[state=open]:animate-accordion-down">
            <div className="pb-4">{item.content}</div>
          </RadixAccordion.Content>
        </RadixAccordion.Item>
      ))}
    </RadixAccordion.Root>
  )
}
