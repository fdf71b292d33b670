import type { NewKey } from '@semblance/contract'
import { ShownOnce } from '@/components/blocks/shown-once.tsx'

/** Shows a key the only time that it can be read. */
export function MadeKey({ made, onClose }: { made: NewKey; onClose: () => void }) {
  return (
    <ShownOnce
      title={`Store the key ${made.key.name} now`}
      description="It will not be shown again: we keep its first characters and a hash. Store it where you keep passwords."
      noun="Key"
      secret={made.secret}
      onClose={onClose}
    />
  )
}
