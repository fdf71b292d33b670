import { type ReactNode, useEffect, useState } from 'react'

/** What only decorates and takes many bytes to describe is drawn in the browser, not sent with the document. */
export function Decoration({ children }: { children: ReactNode }) {
  const [isAlive, setIsAlive] = useState(false)
  useEffect(() => setIsAlive(true), [])
  return isAlive && children
}
