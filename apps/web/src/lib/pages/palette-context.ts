/** Opens the search palette from any part of a page; it is above all pages. */
import { createContext, useContext } from 'react'

export type Palette = { open: () => void }

export const PaletteContext = createContext<Palette>({ open: () => {} })

export const usePalette = () => useContext(PaletteContext)

const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Names the shortcut by the labels on the keys. */
export const paletteShortcut = isApple ? '⌘K' : 'Ctrl K'
