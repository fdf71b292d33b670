import { formatBps, PLATFORM_FEE_BPS } from '@semblance/contract'
import type { ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { DataContractField } from '../data-contract/data-contract-field.tsx'
import { AdvancedFields, BudgetFields, ComplianceFields, DataFields } from './dpr-form-fields.tsx'
import type { DprFormInput } from './dpr-form-schema.ts'
import type { StartedDprForm } from './dpr-form-values.ts'
import { FormSection } from './form-section.tsx'
import { requiredIn, type SectionId, sectionIds, sections, summaryOf } from './form-sections.ts'
import { TemplateChooser } from './templates/template-chooser.tsx'

type SectionListProps = { open: SectionId; onOpen: (id: SectionId) => void }

const bodies: Record<SectionId, { description?: string; fields: ReactNode }> = {
  data: { fields: <DataFields /> },
  columns: {
    description: 'Becomes the data contract: a twin that misses a column never reaches you.',
    fields: <DataContractField />,
  },
  budget: {
    description: `US dollars, before the ${formatBps(PLATFORM_FEE_BPS)} platform fee.`,
    fields: <BudgetFields />,
  },
  compliance: { fields: <ComplianceFields /> },
  advanced: {
    description: 'Only the minimum accuracy has no default; it can be none.',
    fields: <AdvancedFields />,
  },
}

/** Shows the sections of the request form, one of them open. */
export function SectionList({ open, onOpen }: SectionListProps) {
  const { control, trigger } = useFormContext<DprFormInput>()
  const typed = useWatch({ control }) as Partial<StartedDprForm>
  const goOn = async (id: SectionId) => {
    const next = sectionIds[sectionIds.indexOf(id) + 1]
    if (next && (await trigger([...sections[id].fields], { shouldFocus: true }))) onOpen(next)
  }
  return (
    <div className="grid min-w-0 gap-3">
      {open === 'data' && <TemplateChooser />}
      {sectionIds.map((id, index) => {
        const { all, done } = requiredIn(id, typed)
        const next = sectionIds[index + 1]
        return (
          <FormSection
            key={id}
            title={sections[id].title}
            description={bodies[id].description}
            summary={summaryOf(id, typed)}
            isOpen={open === id}
            onOpen={() => onOpen(id)}
            note={all === 0 ? 'Optional' : `${done} of ${all} required`}
            next={next && sections[next].short}
            onNext={() => void goOn(id)}
          >
            {bodies[id].fields}
          </FormSection>
        )
      })}
    </div>
  )
}
