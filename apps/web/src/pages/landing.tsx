import { SkipLink } from '@/components/layout/skip-link.tsx'
import { CallToAction } from '@/features/landing/call-to-action.tsx'
import { Hero } from '@/features/landing/hero.tsx'
import { HowItWorks } from '@/features/landing/how-it-works.tsx'
import { LandingFooter } from '@/features/landing/landing-footer.tsx'
import { LandingHeader } from '@/features/landing/landing-header.tsx'
import { PlatformFeatures } from '@/features/landing/platform-features.tsx'
import { PrivacyBand } from '@/features/landing/privacy-band.tsx'

export default function Landing() {
  return (
    <>
      <title>Semblance · You ask. They send. We protect.</title>
      <SkipLink />
      <LandingHeader />
      <main id="main" tabIndex={-1} className="outline-none">
        <Hero />
        <HowItWorks />
        <PlatformFeatures />
        <PrivacyBand />
        <CallToAction />
      </main>
      <LandingFooter />
    </>
  )
}
