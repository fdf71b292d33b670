/** Opens the search palette from any part of a page; it is above all pages. */
import { createContext, useContext } from 'react'

export type Palette = { open: () => void }

export const PaletteContext = createContext<Palette>({ open: () => {} })

export const usePalette = () => useContext(PaletteContext)

const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

/** As it is written on the keys. */
export const paletteShortcut = isApple ? '⌘K' : 'Ctrl K'
