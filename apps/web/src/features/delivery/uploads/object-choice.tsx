import type { ConnectedObject } from '@semblance/contract'
import { useState } from 'react'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { count, fileSize, plural } from '@/lib/format.ts'

type ObjectChoiceProps = {
  legend: string
  objects: readonly ConnectedObject[]
  isComplete: boolean
  chosen: readonly string[]
  most: number
  onChange: (chosen: readonly string[]) => void
}

/** Sets from how many on a list can be searched. */
const SEARCHED_FROM = 8

/** Lets tables or files be chosen among those that a connection lists. */
export function ObjectChoice(props: ObjectChoiceProps) {
  const { legend, objects, isComplete, chosen, most, onChange } = props
  const [sought, setSought] = useState('')
  const gone = chosen.filter((name) => !objects.some((object) => object.name === name))
  const shown = objects.filter(({ name }) => name.toLowerCase().includes(sought.toLowerCase()))
  const toggle = (name: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, name] : chosen.filter((one) => one !== name))
  if (objects.length === 0)
    return (
      <p className="max-w-[76ch] text-base">
        This connection may read nothing. Grant its account what you want to deliver.
      </p>
    )
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-2 font-medium text-sm">
        {legend}{' '}
        <span className="text-muted-foreground">({plural(chosen.length, 'chosen', 'chosen')})</span>
      </legend>
      {objects.length >= SEARCHED_FROM && (
        <Input
          type="search"
          aria-label={`Search ${legend.toLowerCase()}`}
          placeholder="Search"
          value={sought}
          onChange={(event) => setSought(event.target.value)}
          className="w-full sm:w-96"
        />
      )}
      <ul className="grid max-h-80 gap-2 overflow-y-auto rounded-md border p-3">
        {[...gone.map((name) => ({ name, rows: null, bytes: null })), ...shown].map((object) => {
          const isChosen = chosen.includes(object.name)
          return (
            <li key={object.name}>
              <CheckboxField
                checked={isChosen}
                disabled={!isChosen && chosen.length >= most}
                onCheckedChange={(checked) => toggle(object.name, checked === true)}
                label={
                  <>
                    <span className="mono text-sm [overflow-wrap:anywhere]">{object.name}</span>{' '}
                    <span className="text-muted-foreground text-sm">{sizeOf(object)}</span>
                  </>
                }
              />
            </li>
          )
        })}
      </ul>
      {!isComplete && (
        <p className="text-muted-foreground text-sm">
          There are more than are listed here. Narrow the rights of the account, or the prefix.
        </p>
      )}
    </fieldset>
  )
}

function sizeOf({ rows, bytes }: Pick<ConnectedObject, 'rows' | 'bytes'>): string {
  if (bytes !== null) return fileSize(bytes)
  return rows === null ? '' : `about ${count(rows)} rows`
}
