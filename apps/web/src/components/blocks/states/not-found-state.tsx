import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { Button } from '@/components/ui/button.tsx'
import { EmptyArt } from './empty-art.tsx'

type NotFoundStateProps = {
  /** The kind of record: "contract", "DPR". */
  record: string
  back: { label: string; to: string }
  children?: ReactNode
}

/**
 * Renders a page's own message if its record does not exist or belongs to another organization;
 * contains the h1.
 */
export function NotFoundState({ record, back, children }: NotFoundStateProps) {
  useEffect(() => {
    document.title = `This ${record} was not found · Semblance`
  }, [record])
  return (
    <div className="card flex flex-col items-center px-6 py-16 text-center">
      <EmptyArt />
      <h1 className="display mt-6 text-2xl">This {record} was not found</h1>
      <p className="mt-2 max-w-[46ch] text-base text-muted-foreground">
        {children ??
          `There is no ${record} at this address for your account. Check the link, or go back to your list.`}
      </p>
      <Button asChild variant="outline" className="mt-5">
        <Link to={back.to}>{back.label}</Link>
      </Button>
    </div>
  )
}
