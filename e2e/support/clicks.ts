/** Counts the clicks of a person at a page, across its pages; those on form fields are left out. */
import type { Page } from 'playwright-core'

const fields =
  'input, textarea, select, label, [role=combobox], [role=option], [role=checkbox], [role=radio], [role=switch]'

/** Returns the words of what is clicked from now on, in order. */
export async function watchClicks(page: Page): Promise<string[]> {
  const clicked: string[] = []
  await page.exposeFunction('tellClick', (words: string) => void clicked.push(words))
  const watch = (within: string) => {
    document.addEventListener(
      'click',
      ({ isTrusted, target }) => {
        if (!isTrusted || !(target instanceof Element) || target.closest(within)) return
        // The click that ends a choice in a select lands on the page, which is no control.
        const control = target.closest('a, button, summary, [role=tab], [role=menuitem]')
        if (!control) return
        const { tellClick } = window as unknown as { tellClick: (words: string) => void }
        tellClick(control.textContent?.trim() ?? '')
      },
      { capture: true },
    )
  }
  await page.addInitScript(watch, fields)
  await page.evaluate(watch, fields)
  return clicked
}
