import type { FieldErrors, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'

type Described<Name extends string> = {
  /** Keeps the ids of one form's controls apart from those of another's. */
  prefix: string
  labels: Record<Name, string>
  /** Those that are shown, in order. */
  names: readonly Name[]
  optional?: readonly NoInfer<Name>[]
}

/**
 * Returns a sign-up form's text fields by name, and a function that finds the empty ones after a
 * refusal.
 */
export function describeFields<
  Values extends FieldValues,
  Output,
  Name extends FieldPath<Values> & string,
>(
  form: UseFormReturn<Values, unknown, Output>,
  { prefix, labels, names, optional }: Described<Name>,
) {
  const { formState, getFieldState, getValues, register } = form
  const isOptional = (name: Name) => optional?.includes(name) ?? false
  const idOf = (name: Name) => `${prefix}-${name}`
  const isEmpty = (name: Name) => String(getValues(name)).trim() === ''
  return {
    /** Spread onto the field. */
    field: (name: Name) => ({
      id: idOf(name),
      label: labels[name],
      required: !isOptional(name),
      optional: isOptional(name),
      error: getFieldState(name, formState).error?.message,
      ...register(name),
    }),
    gapsIn: (errors: FieldErrors<Values>) =>
      names
        .filter((name) => !isOptional(name) && name in errors && isEmpty(name))
        .map((name) => ({ id: idOf(name), label: labels[name] })),
  }
}
