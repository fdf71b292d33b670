import type { DprDetail } from '@semblance/contract'

/** What the client wrote, under its headings. */
export function DprText({ dpr }: { dpr: DprDetail }) {
  const parts = [
    { title: 'Description', text: dpr.description },
    { title: 'Use case', text: dpr.useCase },
    { title: 'Compliance requirements', text: dpr.complianceRequirements },
    { title: 'Notes', text: dpr.notes },
  ]
  return (
    <div className="grid gap-4">
      {parts.map(
        (part) =>
          part.text && (
            <section key={part.title}>
              <h3 className="font-medium text-muted-foreground text-sm">{part.title}</h3>
              <p className="mt-0.5 whitespace-pre-line break-words text-base">{part.text}</p>
            </section>
          ),
      )}
    </div>
  )
}
