// What was typed survives the way to the sign-in page and back, in this tab only.
import { useCallback, useEffect } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

const prefix = 'semblance.kept.'

function stored(key: string): FieldValues | null {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + key) ?? 'null') as FieldValues | null
  } catch {
    return null
  }
}

function keep(key: string, values: FieldValues) {
  try {
    sessionStorage.setItem(prefix + key, JSON.stringify(values))
  } catch {
    // Blocked or full storage: the form works, it is only not kept.
  }
}

export function forgetKeptForms(): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {
    // Blocked storage holds nothing.
  }
}

/**
 * Restores the form under this key and keeps it while it changes; call the returned function when it was sent.
 * Fields in `except` are never stored: passwords, account numbers, files.
 */
export function useKeptForm<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  key: string,
  { except = [] }: { except?: readonly Path<Values>[] } = {},
): () => void {
  const { getValues, reset, watch } = form
  const exceptNames = except.join()

  useEffect(() => {
    const kept = stored(key)
    if (kept) reset({ ...getValues(), ...kept }, { keepDefaultValues: true })
    const secret = exceptNames.split(',')
    const subscription = watch((values, { type }) => {
      if (type !== 'change') return
      keep(
        key,
        Object.fromEntries(Object.entries(values).filter(([name]) => !secret.includes(name))),
      )
    })
    return () => subscription.unsubscribe()
  }, [key, exceptNames, getValues, reset, watch])

  return useCallback(() => {
    try {
      sessionStorage.removeItem(prefix + key)
    } catch {
      // Blocked storage holds nothing.
    }
  }, [key])
}
