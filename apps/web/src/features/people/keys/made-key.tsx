import type { NewKey } from '@semblance/contract'
import { Download } from 'lucide-react'
import { ShownOnce } from '@/components/blocks/shown-once.tsx'
import { Button } from '@/components/ui/button.tsx'
import { saveFile } from '@/lib/files/save-file.ts'

/** Shows a key the only time that it can be read. */
export function MadeKey({ made, onClose }: { made: NewKey; onClose: () => void }) {
  return (
    <ShownOnce
      title={`Store the key ${made.key.name} now`}
      description="It will not be shown again: we keep its first characters and a hash. Store it where you keep passwords."
<<<<<<< HEAD
      noun="Key"
      secret={made.secret}
      actions={made.key.scopes.includes('datasets:read') && <SaveProfile made={made} />}
      onClose={onClose}
    />
=======
      footer={
        <>
          <CopyButton text={made.secret} noun="Key" />
          {opensDatasetsAlone(made) && <SaveProfile made={made} />}
          <Button onClick={onClose}>I have stored it</Button>
        </>
      }
    >
      <UnsavedGuard when />
      <Field label="Key">
        {(field) => (
          <Textarea
            {...field}
            readOnly
            rows={2}
            className="mono min-h-0 break-all"
            value={made.secret}
            onFocus={(event) => event.currentTarget.select()}
          />
        )}
      </Field>
    </Dialog>
>>>>>>> 0ab5aa15f6a8fd3f030555c37242c45e2ec31867
  )
}

/** Returns true for a key that can do nothing else; a profile file is copied to notebooks, where others read it. */
const opensDatasetsAlone = ({ key: { scopes } }: NewKey) =>
  scopes.every((scope) => scope === 'datasets:read')

/** Saves the key as the profile file by which readers of Delta Sharing find the server. */
function SaveProfile({ made: { key, secret } }: { made: NewKey }) {
  const profile = {
    shareCredentialsVersion: 1,
    endpoint: `${location.origin}/delta-sharing`,
    bearerToken: secret,
    expirationTime: key.expiresAt.toISOString(),
  }
  const save = () =>
    saveFile('semblance.share', `${JSON.stringify(profile, null, 2)}\n`, 'application/json')
  return (
    <Button type="button" variant="outline" onClick={save}>
      <Download aria-hidden />
      Save Profile File
    </Button>
  )
}
