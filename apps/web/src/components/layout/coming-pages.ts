/** Addresses that the menus name and that have no page yet; their entries stay away until then. */
const comingPages: readonly string[] = ['/billing-payments']

export const hasPage = (path: string) => !comingPages.includes(path)
