import type { ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { StepRail } from '@/components/blocks/step-rail.tsx'
import { type DprFormInput, requiredFields } from './dpr-form-schema.ts'
import type { StartedDprForm } from './dpr-form-values.ts'
import { DprPreview } from './dpr-preview.tsx'
import { requiredIn, type SectionId, sectionIds, sections } from './form-sections.ts'

type FormRailProps = {
  open: SectionId
  onOpen: (id: SectionId) => void
  /** Shows if the input is saved as a draft; empty for users whose input is not. */
  saveNote: ReactNode
}

/** Shows how far the request form is, if it is saved, and the way to its preview. */
export function FormRail({ open, onOpen, saveNote }: FormRailProps) {
  const { control } = useFormContext<DprFormInput>()
  const typed = useWatch({ control }) as Partial<StartedDprForm>
  const isDone = (id: SectionId) => {
    const { all, done } = requiredIn(id, typed)
    return id === 'columns' ? Boolean(typed.dataContract) : done === all
  }
  const missing = requiredFields.filter((name) => !typed[name]?.trim()).length
  return (
    <div className="lg:sticky lg:top-16">
      <StepRail
        label="Sections"
        now={open}
        onChoose={onOpen}
        steps={sectionIds.map((id) => ({
          id,
          title: sections[id].title,
          note: sections[id].note,
          isDone: isDone(id),
        }))}
      />
      <div className="mt-2 grid gap-2 lg:border-t lg:pt-3">
        <p className="num text-muted-foreground text-sm">
          {missing === 0
            ? 'Ready to post.'
            : `${missing} required ${missing === 1 ? 'field' : 'fields'} to go.`}
        </p>
        {saveNote}
        <div className="grid max-lg:hidden">
          <DprPreview />
        </div>
      </div>
    </div>
  )
}
