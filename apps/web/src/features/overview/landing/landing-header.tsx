import { Logo } from '@/components/brand/logo.tsx'
import { containerClasses } from '@/components/layout/container.ts'
import { Button } from '@/components/ui/button.tsx'
import { cn } from '@/lib/cn.ts'
import { paths } from '@/paths.ts'

const sections = [
  ['How It Works', '#how-it-works'],
  ['Platform Features', '#platform-features'],
  ['Privacy', '#privacy'],
] as const

export function LandingHeader() {
  return (
    <header className="sticky top-0 z-40 border-b bg-card">
      <nav aria-label="Main" className={cn(containerClasses, 'flex h-16 items-center gap-7')}>
        <a href={paths.home} aria-label="Semblance home" className="mr-2 inline-flex rounded-sm">
          <Logo size={28} />
        </a>
        {sections.map(([label, hash]) => (
          <a
            key={hash}
            href={hash}
            className="inline-flex h-9 items-center rounded-xs text-base text-muted-foreground hover:text-foreground max-md:hidden"
          >
            {label}
          </a>
        ))}
        <div className="ml-auto flex gap-2">
          <Button asChild variant="ghost">
            <a href={paths.auth}>Sign In</a>
          </Button>
          <Button asChild>
            <a href={paths.registerBusiness}>Get Started</a>
          </Button>
        </div>
      </nav>
    </header>
  )
}
