import { type ReactNode, useEffect, useState } from 'react'

/** Draws large decorations in the browser only, so that they are not sent with the document. */
export function Decoration({ children }: { children: ReactNode }) {
  const [isAlive, setIsAlive] = useState(false)
  useEffect(() => setIsAlive(true), [])
  return isAlive && children
}
