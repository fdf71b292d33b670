import { keyScopes } from '@semblance/contract'
import { CopyButton } from '@/components/blocks/copy-button.tsx'

/** Explains what a key is, and how a program uses one. */
export function NoKeys() {
  const command = `curl -H "Authorization: Bearer $SEMBLANCE_KEY" "${location.origin}/api/marketplace?limit=5"`
  return (
    <div className="grid gap-3 border-t px-4 py-6 text-base md:px-5 [&>p]:max-w-[76ch]">
      <p className="font-semibold text-md">No keys yet</p>
      <p>
        A key lets a program of yours use the API without a person who signs in. You choose what it
        may read and change, what one act may cost, from which addresses it works and when it ends.
        It is no member of your organization, and it ends at once when you revoke it.
      </p>
      <p>
        With a key that may “{keyScopes['market:read']}”, this reads the five newest requests that
        are open for offers:
      </p>
      <pre className="mono whitespace-pre-wrap rounded-md bg-sunken p-4 text-sm [overflow-wrap:anywhere]">
        {command}
      </pre>
      <div>
        <CopyButton text={command} noun="Command" />
      </div>
    </div>
  )
}
