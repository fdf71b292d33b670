import { SkipLink } from '@/components/layout/navigation/skip-link.tsx'
import { CallToAction } from './call-to-action.tsx'
import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { LandingFooter } from './landing-footer.tsx'
import { LandingHeader } from './landing-header.tsx'
import { PlatformFeatures } from './platform-features.tsx'
import { PrivacyBand } from './privacy-band.tsx'

/** Drawn with and without the application around it, hence plain links. */
export function LandingPage() {
  return (
    <>
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
