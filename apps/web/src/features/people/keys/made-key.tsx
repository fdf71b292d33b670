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
      noun="Key"
      secret={made.secret}
      actions={opensDatasetsAlone(made) && <SaveProfile made={made} />}
      onClose={onClose}
    />
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
