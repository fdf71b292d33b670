import { Panel } from '@/components/blocks/panel.tsx'

const steps = [
  {
    title: 'A receipt',
    note: 'By e-mail, with your reference and a link that follows the review.',
  },
  { title: 'A review', note: 'A person checks what you wrote, and asks if something is missing.' },
  {
    title: 'Your organization ID',
    note: 'By e-mail, with a link that opens the sign-up filled in.',
  },
  { title: 'Your dashboard', note: 'A checklist leads to the first request or offer.' },
] as const

/** Says what follows an application. */
export function AfterSubmitting() {
  return (
    <Panel title="After you submit">
      <ol className="grid gap-4">
        {steps.map(({ title, note }, index) => (
          <li key={title} className="flex gap-3">
            <span
              aria-hidden
              className="num grid size-[22px] shrink-0 place-items-center rounded-full text-muted-foreground text-xs ring-1 ring-border-strong ring-inset"
            >
              {index + 1}
            </span>
            <span className="min-w-0">
              <span className="block font-medium text-base">{title}</span>
              <span className="block text-muted-foreground text-sm">{note}</span>
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
