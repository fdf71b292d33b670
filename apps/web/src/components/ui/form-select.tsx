import {
  type Control,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  useController,
} from 'react-hook-form'
import { Select, type SelectProps } from './select.tsx'

type Choice<Values extends FieldValues, Name extends FieldPath<Values>> = Extract<
  FieldPathValue<Values, Name>,
  string
>

type FormSelectProps<Values extends FieldValues, Name extends FieldPath<Values>, Output> = Omit<
  SelectProps<Choice<Values, Name>>,
  'value' | 'defaultValue' | 'onValueChange' | 'form'
> & { control: Control<Values, unknown, Output>; name: Name }

/** Shows a select that is a field of a form; the placeholder shows if nothing is chosen. */
export function FormSelect<Values extends FieldValues, Name extends FieldPath<Values>, Output>({
  control,
  name,
  ...select
}: FormSelectProps<Values, Name, Output>) {
  const { field } = useController({ control, name })
  const { value, onChange, ...rest } = field
  return <Select {...select} {...rest} value={value ?? ''} onValueChange={onChange} />
}
