import { Link } from 'react-router'
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
        <Link to={paths.home} aria-label="Semblance home" className="mr-2 inline-flex rounded-sm">
          <Logo size={28} />
        </Link>
        {sections.map(([label, hash]) => (
          <Link
            key={hash}
            to={hash}
            className="inline-flex h-9 items-center rounded-xs text-base text-muted-foreground hover:text-foreground max-md:hidden"
          >
            {label}
          </Link>
        ))}
        <div className="ml-auto flex gap-2">
          <Button asChild variant="ghost">
            <Link to={paths.auth}>Sign In</Link>
          </Button>
          <Button asChild>
            <Link to={paths.registerBusiness}>Get Started</Link>
          </Button>
        </div>
      </nav>
    </header>
  )
}
