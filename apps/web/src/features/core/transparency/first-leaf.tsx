import { z } from 'zod'
import { count } from '@/lib/format.ts'

const payload = z.object({
  body: z.object({
    auditChain: z.object({ hash: z.string(), position: z.string() }).nullish(),
    previous: z.object({ origin: z.string(), size: z.number(), root: z.string() }).nullish(),
  }),
})

/** Says what the first leaf of a log names: the audit chain or the log before it. */
export function FirstLeaf({ opening }: { opening: { salt: string; payload: string } }) {
  const { body } = payload.parse(JSON.parse(opening.payload))
  const { auditChain, previous } = body
  return (
    <>
      <p className="mt-3 text-muted-foreground text-sm">
        {previous
          ? `The first leaf names the newest head of ${previous.origin}, of ${count(previous.size)} leaves:`
          : auditChain
            ? `The first leaf names the last of ${count(Number(auditChain.position))} links of the audit chain before it:`
            : 'The first leaf opens the log; there was nothing before it.'}
      </p>
      {(previous ?? auditChain) && (
        <pre className="mono mt-1.5 whitespace-pre-wrap break-all rounded-sm bg-muted p-3 text-xs">
          {previous?.root ?? auditChain?.hash}
        </pre>
      )}
      <p className="mt-1.5 break-all text-muted-foreground text-xs">
        Its salt: <span className="mono">{opening.salt}</span>
      </p>
    </>
  )
}
