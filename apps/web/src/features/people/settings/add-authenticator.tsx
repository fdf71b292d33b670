import type { Factor } from '@supabase/supabase-js'
import { Smartphone } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { showProblem } from '@/lib/api/notify-problem.ts'
import { codeRefusal } from '@/lib/session/second-factor.ts'
import { useSupabase } from '@/lib/session/session.tsx'
import { dropUnverified, freeName } from './enroll.ts'
import { FactorCodeForm } from './factor-code-form.tsx'
import { useAccount } from './use-account.ts'
import { useFactorAdded } from './use-factor-added.ts'

type Enrolled = { id: string; qrCode: string; secret: string }

/** Adds an authenticator: a QR code to scan, then a code as proof. */
export function AddAuthenticator({ factors }: { factors: Factor[] }) {
  const supabase = useSupabase()
  const { reload } = useAccount()
  const onAdded = useFactorAdded()
  const formId = useId()
  const [isBusy, setIsBusy] = useState(false)
  const [enrolled, setEnrolled] = useState<Enrolled | null>(null)

  const begin = async () => {
    setIsBusy(true)
    await dropUnverified(supabase, factors)
    const { data, error } = await supabase.auth.mfa.enroll({
      factorType: 'totp',
      friendlyName: freeName('Authenticator app', factors),
      issuer: 'Semblance',
    })
    setIsBusy(false)
    if (error) return void showProblem('Not added', error)
    setEnrolled({ id: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret })
  }
  const giveUp = async () => {
    if (enrolled) await supabase.auth.mfa.unenroll({ factorId: enrolled.id })
    setEnrolled(null)
    await reload()
  }
  const verify = async (id: string, code: string) => {
    setIsBusy(true)
    const { error } = await supabase.auth.mfa.challengeAndVerify({ factorId: id, code })
    setIsBusy(false)
    if (error) return codeRefusal(error)
    setEnrolled(null)
    await onAdded()
    return null
  }

  return (
    <>
      <Button variant="outline" loading={isBusy && !enrolled} onClick={begin}>
        <Smartphone aria-hidden />
        Add authenticator app
      </Button>
      {enrolled && (
        <Dialog
          open
          onOpenChange={giveUp}
          title="Add an authenticator app"
          description="Scan this with an app such as 1Password, Google Authenticator or Aegis."
          footer={
            <>
              <DialogClose>
                <Button variant="outline">Cancel</Button>
              </DialogClose>
              <Button type="submit" form={formId} loading={isBusy}>
                Turn on
              </Button>
            </>
          }
        >
          <div className="mb-4 flex flex-wrap items-center gap-5">
            {/* White in the dark theme too: apps read dark on light only. */}
            <img
              src={enrolled.qrCode}
              alt="QR code for your authenticator app"
              className="size-44 shrink-0 rounded-sm border bg-white p-2"
            />
            <div className="min-w-0 flex-1 basis-48">
              <p className="text-base text-muted-foreground">
                No camera? Enter this key in the app instead:
              </p>
              <p className="mono mt-1 select-all text-base [overflow-wrap:anywhere]">
                {enrolled.secret}
              </p>
            </div>
          </div>
          <FactorCodeForm
            formId={formId}
            hint="The 6 digits the app shows now"
            onCode={(code) => verify(enrolled.id, code)}
          />
        </Dialog>
      )}
    </>
  )
}
