/**
 * Returns true for ⌘K or Ctrl+K anywhere, and for "/" outside of fields. False for both while a
 * dialog or menu is open.
 */
export function isPaletteKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.altKey || event.shiftKey) return false
  if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return false
  if (event.key.toLowerCase() === 'k') return event.metaKey !== event.ctrlKey
  return event.key === '/' && !event.metaKey && !event.ctrlKey && !isField(event.target)
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input, textarea, select, [role="combobox"], [role="textbox"]'))
