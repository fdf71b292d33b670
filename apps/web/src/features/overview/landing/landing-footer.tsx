import { Logo } from '@/components/brand/logo.tsx'
import { containerClasses } from '@/components/layout/container.ts'
import { cn } from '@/lib/cn.ts'
import { paths } from '@/paths.ts'

const legalLinks = [
  ['Terms of Service', paths.legalDocument('terms')],
  ['Privacy Policy', paths.legalDocument('privacy')],
  ['Data Processing Agreement', paths.legalDocument('dpa')],
  ['Data License', paths.legalDocument('license')],
  ['What is measured', paths.claims],
] as const

// Labels, not links, as specified.
const columns = [
  {
    title: 'Platform',
    labels: ['For Data Buyers', 'For Data Vendors', 'Privacy Technology', 'Pricing'],
  },
  { title: 'Support', labels: ['Documentation', 'Help Center', 'Contact Us', 'API Status'] },
]

export function LandingFooter() {
  return (
    <footer className="border-t bg-card">
      <div
        className={cn(containerClasses, 'grid grid-cols-2 gap-8 py-12 md:grid-cols-[2fr_1fr_1fr]')}
      >
        <div className="max-md:col-span-2">
          <Logo size={26} />
          <p className="mt-3 max-w-[38ch] text-base text-muted-foreground">
            You ask. They send. We protect.
          </p>
        </div>
        {columns.map(({ title, labels }) => (
          <div key={title}>
            <h2 className="font-semibold text-sm">{title}</h2>
            <ul className="mt-3 grid gap-2 text-base text-muted-foreground">
              {labels.map((label) => (
                <li key={label}>{label}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <div className="border-t">
        <div
          className={cn(
            containerClasses,
            'flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-5 text-muted-foreground text-sm',
          )}
        >
          <p>© {new Date().getFullYear()} Semblance</p>
          <nav aria-label="Legal" className="flex flex-wrap gap-x-5 gap-y-2">
            {legalLinks.map(([label, path]) => (
              <a key={path} href={path} className="underline-offset-[3px] hover:underline">
                {label}
              </a>
            ))}
          </nav>
        </div>
      </div>
    </footer>
  )
}
