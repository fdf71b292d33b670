// Stores the input during sign-in and restores it afterwards, in this tab only.
import { useCallback, useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

const prefix = 'semblance.kept.'

function stored(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + key) ?? 'null')
  } catch {
    return null
  }
}

function keep(key: string, values: unknown) {
  try {
    sessionStorage.setItem(prefix + key, JSON.stringify(values))
  } catch {
    // Blocked or full storage: the form works, it is only not kept.
  }
}

export function clearPersistedForms(): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {
    // Blocked storage holds nothing.
  }
}

/** Assigns stored input to the user who signs in if it was a visitor's; removes another user's. */
export function adoptPersistedForms(userId: string): void {
  const owner = stored('owner')
  if (owner && owner !== userId) clearPersistedForms()
  keep('owner', userId)
}

/**
 * Restores the form under this key and keeps it while it changes; call the returned function when it was sent.
 * Fields in `except` are never stored: passwords, account numbers, files.
 */
export function usePersistedForm<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  key: string,
  { except = [] }: { except?: readonly Extract<keyof Values, string>[] } = {},
): () => void {
  const { getValues, reset, watch } = form
  const exceptNames = except.join()

  useEffect(() => {
    const kept = stored(`form.${key}`) as Partial<Values> | null
    if (kept) reset({ ...getValues(), ...kept }, { keepDefaultValues: true })
    const secret = exceptNames.split(',')
    const subscription = watch((values, { type }) => {
      if (type !== 'change') return
      persistForm<FieldValues>(key, values, { except: secret })
    })
    return () => subscription.unsubscribe()
  }, [key, exceptNames, getValues, reset, watch])

  return useCallback(() => forgetKeptForm(key), [key])
}

function persistForm<Values extends FieldValues>(
  key: string,
  values: Values,
  { except }: { except: readonly Extract<keyof Values, string>[] },
): void {
  const secret: readonly string[] = except
  keep(
    `form.${key}`,
    Object.fromEntries(Object.entries(values).filter(([name]) => !secret.includes(name))),
  )
}

/** Removes the stored input, after it was sent or saved on the server. */
export function forgetKeptForm(key: string): void {
  try {
    sessionStorage.removeItem(`${prefix}form.${key}`)
  } catch {
    // Blocked storage holds nothing.
  }
}
