import { cn } from '@/lib/cn.ts'
import { useQueueKeysSetting } from './queue-keys-setting.ts'

/** Names a key and what it does: `{ key: 'J', does: 'next' }`. */
export type KeyHint = { key: string; does: string }

/** Names the keys that confirm, which go on where single keys are off. */
export const confirmKeys = 'Ctrl/⌘ ↵'

/** Draws a key that acts alone, unless such keys are turned off. */
export function SingleKey(props: { children: string; className?: string }) {
  return useQueueKeysSetting().isOn ? <Kbd {...props} /> : null
}

/** Draws a key. */
export function Kbd({ children, className }: { children: string; className?: string }) {
  return (
    <kbd
      className={cn(
        'mono inline-grid h-5 min-w-5 place-items-center rounded-xs border border-border-strong bg-sunken px-1 text-[11px] text-muted-foreground leading-none max-md:hidden',
        className,
      )}
    >
      {children}
    </kbd>
  )
}

/** Lists the keys of a queue, with the switch that turns them off. */
export function KeyHints({ hints }: { hints: readonly KeyHint[] }) {
  const { isOn, toggle } = useQueueKeysSetting()
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2 text-muted-foreground text-sm max-md:hidden">
      {isOn &&
        hints.map(({ key, does }) => (
          <span key={key} className="inline-flex items-center gap-2">
            <Kbd>{key}</Kbd>
            {does}
          </span>
        ))}
      <button type="button" className="link ml-auto text-sm" onClick={toggle}>
        {isOn ? 'Turn keys off' : 'Turn keys on'}
      </button>
    </div>
  )
}
