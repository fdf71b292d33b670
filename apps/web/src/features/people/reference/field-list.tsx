import type { Field } from './fields.ts'

/** Shows fields as lines, each below the one that it is part of. */
export function FieldList({ fields }: { fields: readonly Field[] }) {
  return (
    <ul className="rounded-md border bg-card">
      {fields.map(({ name, depth, type, isRequired, notes }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields of a schema never move
          key={index}
          className="border-t px-3 py-1.5 text-sm first:border-t-0"
          style={{ paddingLeft: `${12 + depth * 14}px` }}
        >
          <span className="flex flex-wrap items-baseline gap-x-2">
            {name ? (
              <span className="mono font-medium [overflow-wrap:anywhere]">{name}</span>
            ) : (
              <span className="text-muted-foreground italic">either</span>
            )}
            <span className="mono text-muted-foreground [overflow-wrap:anywhere]">{type}</span>
            {isRequired && <span className="text-muted-foreground">required</span>}
          </span>
          {notes.length > 0 && (
            <span className="block text-muted-foreground [overflow-wrap:anywhere]">
              {notes.join(' · ')}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
