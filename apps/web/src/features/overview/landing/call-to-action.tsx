import { containerClasses } from '@/components/layout/container.ts'
import { Button } from '@/components/ui/button.tsx'
import { cn } from '@/lib/cn.ts'
import { paths } from '@/paths.ts'

const steps = [
  ['Apply', 'Eleven fields'],
  ['Review', 'Our compliance team answers in 2-5 business days'],
  ['Receive your organization ID', 'Sent by e-mail with setup instructions'],
  ['Invite your team', 'You approve every employee request'],
] as const

export function CallToAction() {
  return (
    <section
      aria-labelledby="cta-title"
      className={cn(containerClasses, 'grid items-center gap-12 py-16 md:py-24 lg:grid-cols-2')}
    >
      <div>
        <h2 id="cta-title" className="display text-3xl md:text-4xl">
          Bring your organization in
        </h2>
        <p className="mt-3 max-w-[46ch] text-lg text-muted-foreground">
          Apply once as a business. Your people join with the organization ID you receive.
        </p>
        <div className="mt-7 flex flex-wrap gap-3">
          <Button asChild size="xl">
            <a href={paths.registerBusiness}>Start Your Journey</a>
          </Button>
          <Button asChild size="xl" variant="outline">
            <a href={paths.auth}>Sign In Now</a>
          </Button>
        </div>
      </div>
      <ol className="border-t">
        {steps.map(([title, text], index) => (
          <li key={title} className="flex items-baseline gap-5 border-b py-4">
            <span className="figure w-4 text-lg text-primary">{index + 1}</span>
            <span className="w-56 shrink-0 font-semibold text-md max-sm:w-auto">{title}</span>
            <span className="text-base text-muted-foreground max-sm:hidden">{text}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
