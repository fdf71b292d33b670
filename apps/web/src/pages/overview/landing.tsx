import { LandingPage } from '@/features/overview/landing/landing-page.tsx'

export default function Landing() {
  return (
    <>
      <title>Semblance · You ask. They send. We protect.</title>
      <LandingPage />
    </>
  )
}
