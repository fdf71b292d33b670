import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form'

/** Shows in a form of texts what was saved, or its empty fields; what was typed since it was sent stays. */
export function showSaved<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  sent: Values,
  saved?: Values,
): void {
  const typed = form.getValues()
  form.reset(saved)
  for (const [name, text] of Object.entries(typed))
    if (text !== sent[name])
      form.setValue(name as FieldPath<Values>, text as FieldPathValue<Values, FieldPath<Values>>, {
        shouldDirty: true,
      })
}
