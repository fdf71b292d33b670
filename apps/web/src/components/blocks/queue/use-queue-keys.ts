import { useEffect, useEffectEvent } from 'react'
import { useQueueKeysSetting } from './queue-keys-setting.ts'

/** Maps a key, in lower case, to what it does. */
type QueueKeys = Record<string, () => void>

const FIELDS =
  'input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable=true]'
const OPEN_LAYERS = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

/** Sends the form within an element, unless it is being sent: its button is disabled then. */
export const submitWithin = (element: Element | null | undefined): void =>
  element?.querySelector<HTMLButtonElement>('form [type=submit]')?.click()

/**
 * Runs the act of a single key, unless the focus is in a field, a dialog or a menu is open, or the keys are
 * turned off. Ctrl or ⌘ with Enter runs `confirm`, also out of a field.
 */
export function useQueueKeys(keys: QueueKeys, confirm?: () => void): void {
  const { isOn } = useQueueKeysSetting()
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || document.querySelector(OPEN_LAYERS)) return
    const isModified = event.ctrlKey || event.metaKey
    if (event.key === 'Enter' && isModified && confirm) {
      event.preventDefault()
      return event.repeat ? undefined : confirm()
    }
    const isTyping = event.target instanceof Element && event.target.closest(FIELDS) !== null
    if (isModified || isTyping || !isOn) return
    const act = keys[event.key.toLowerCase()]
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
