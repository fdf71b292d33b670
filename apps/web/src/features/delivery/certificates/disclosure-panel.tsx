import {
  type Certificate,
  type DisclosedClaim,
  disclosedFacts,
  disclosureRule,
  joinSdJwt,
  readDisclosure,
  splitSdJwt,
} from '@semblance/contract'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Panel } from '@/components/blocks/panel.tsx'
import { Button } from '@/components/ui/button.tsx'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { saveFile } from '@/lib/files/save-file.ts'
import { plural } from '@/lib/format.ts'

type DisclosurePanelProps = { sdJwt: string; certificate: Certificate; undisclosed: number }

/** Shows what this copy discloses, and lets its holder choose what the next one does. */
export function DisclosurePanel({ sdJwt, certificate, undisclosed }: DisclosurePanelProps) {
  const [chosen, setChosen] = useState<DisclosedClaim[]>([])
  const facts = disclosedFacts(certificate)
  const choose = (claim: DisclosedClaim, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, claim] : chosen.filter((other) => other !== claim))
  return (
    <Panel title="Price and agreement">
      {facts.length > 0 && (
        <>
          <p className="text-sm">Choose what a copy that you hand on discloses.</p>
          <div className="mt-3 grid gap-3">
            {facts.map(({ claim, label, value }) => (
              <CheckboxField
                key={claim}
                label={
                  <>
                    {label}
                    <span className="block text-muted-foreground text-sm [overflow-wrap:anywhere]">
                      {value}
                    </span>
                  </>
                }
                className="min-w-0"
                checked={chosen.includes(claim)}
                onCheckedChange={(isChosen) => choose(claim, isChosen === true)}
              />
            ))}
          </div>
          <Button
            size="sm"
            variant="outline"
            className="mt-3"
            onClick={() =>
              saveFile(`${certificate.jti}.sd-jwt`, copyWith(sdJwt, chosen), 'application/sd-jwt')
            }
          >
            <Download aria-hidden />
            Download Copy
          </Button>
        </>
      )}
      {undisclosed > 0 && (
        <p className="text-sm">
          It commits to {plural(undisclosed, facts.length > 0 ? 'more claim' : 'claim')} that this
          copy does not disclose.
        </p>
      )}
      <p className="mt-3 text-muted-foreground text-sm">{disclosureRule}</p>
    </Panel>
  )
}

function copyWith(sdJwt: string, claims: DisclosedClaim[]): string {
  const { jwt = '', disclosures = [] } = splitSdJwt(sdJwt) ?? {}
  const isChosen = (disclosure: string) =>
    claims.some((claim) => claim === readDisclosure(disclosure)?.name)
  return joinSdJwt({ jwt, disclosures: disclosures.filter(isChosen) })
}
