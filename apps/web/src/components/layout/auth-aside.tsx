import { EscrowCertificate } from '@/components/viz/escrow-certificate.tsx'
import { TwinBand } from '@/components/viz/twin-band.tsx'

export function AuthAside() {
  return (
    <aside
      aria-label="About Semblance"
      className="relative flex flex-col justify-between overflow-hidden bg-inverse p-12 text-inverse-foreground max-lg:hidden xl:p-16"
    >
      <TwinBand className="absolute inset-x-0 bottom-0 h-[26%] w-full" />
      <div className="relative">
        <p className="display max-w-[15ch] text-3xl leading-[1.08]">
          Money waits until the data is right.
        </p>
        <p className="mt-3 max-w-[40ch] text-inverse-muted text-md">
          Payment sits in escrow while the vendor works. It moves when the buyer accepts delivery.
        </p>
      </div>
      <figure className="relative my-10 w-full max-w-[460px]">
        <EscrowCertificate
          id="ESC-2041"
          amountCents={12_460_00}
          subject="Loyalty Program Members, Meridian Synthetics"
          releasedWhen="Delivery is accepted"
          expected="Dec 4, 2026"
        />
        <figcaption className="mt-2 text-inverse-muted text-xs">Illustrative figures</figcaption>
      </figure>
      <div className="h-24" />
    </aside>
  )
}
