import { type ConnectionKind, leastPrivileges } from '@semblance/contract'
import { CopyButton } from '@/components/blocks/text/copy-button.tsx'

/** Shows what the owner of a source grants so that it can be read, and no more. */
export function LeastPrivilege({ kind, className }: { kind: ConnectionKind; className?: string }) {
  const { lead, text, noun } = leastPrivileges[kind]
  return (
    <details className={className}>
      <summary className="cursor-pointer font-medium text-base">
        How to make an account that may only read
      </summary>
      <p className="mt-2 max-w-[72ch] text-base">{lead}</p>
      <pre className="mono mt-2 whitespace-pre-wrap rounded-md bg-sunken p-4 text-sm [overflow-wrap:anywhere]">
        {text}
      </pre>
      <div className="mt-2">
        <CopyButton text={text} noun={noun} />
      </div>
    </details>
  )
}
