import type { CompanyProfile } from '@semblance/contract'
import { Pencil } from 'lucide-react'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { ScorePanel } from '@/components/blocks/score/score-panel.tsx'
import { Rating } from '@/components/blocks/text/rating.tsx'
import { VerifiedBadge } from '@/components/blocks/text/verified.tsx'
import { Avatar } from '@/components/ui/avatar.tsx'
import { Button } from '@/components/ui/button.tsx'
import { industryName } from '@/lib/forms/business-labels.ts'
import { AboutCompany, CompanyFacts, CompanyFigures, TrackRecord } from './company-facts.tsx'
import { placeOf } from './company-labels.ts'
import { DeclaredColumns } from './declared-columns.tsx'
import { MessageCompany } from './message-company.tsx'
import { RatingSummary } from './rating-summary.tsx'
import { ReviewList } from './review-list.tsx'
import { WriteReview } from './write-review.tsx'

type CompanyHeaderProps = { company: CompanyProfile; onEdit?: () => void; isEditing?: boolean }

/**
 * Shows a company's name and its mark as verified: every company has passed the review of the
 * compliance team.
 */
export function CompanyHeader({ company, onEdit, isEditing }: CompanyHeaderProps) {
  return (
    <PageHeader
      title={
        <span className="flex items-center gap-3">
          <Avatar
            name={company.name}
            tone={company.isVendor ? 'vendor' : 'client'}
            square
            size={44}
          />
          <span className="min-w-0 [overflow-wrap:anywhere]">{company.name}</span>
        </span>
      }
      status={<VerifiedBadge label="Verified by our compliance team" />}
      meta={
        <>
          {company.rating !== null && (
            <Rating value={company.rating} reviews={company.totalReviews} />
          )}
          <span>{sidesOf(company)}</span>
          <span>{industryName(company.industry)}</span>
          <span>{placeOf(company)}</span>
        </>
      }
      actions={
        isEditing ? undefined : (
          <>
            {onEdit && (
              <Button variant="outline" onClick={onEdit}>
                <Pencil aria-hidden />
                Edit Profile
              </Button>
            )}
            <WriteReview company={company} />
            <MessageCompany company={company} />
          </>
        )
      }
    />
  )
}

function sidesOf({ isClient, isVendor }: CompanyProfile) {
  if (isClient && isVendor) return 'Client and vendor'
  return isVendor ? 'Vendor' : 'Client'
}

/** Shows a company in two columns; on phones in one, with the rating before the reviews. */
export function CompanyView({ company }: { company: CompanyProfile }) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-12">
      <div className="grid min-w-0 gap-5 max-lg:contents lg:col-span-8">
        <CompanyFigures company={company} />
        <AboutCompany company={company} />
        {company.isVendor && <DeclaredColumns company={company} />}
        {company.isVendor && (
          <div className="min-w-0 max-lg:order-1">
            <ReviewList company={company} />
          </div>
        )}
      </div>
      <div className="grid min-w-0 gap-5 max-lg:contents lg:col-span-4">
        {company.isVendor && <ScorePanel vendorId={company.id} title="Quality score" />}
        <RatingSummary company={company} />
        <CompanyFacts company={company} />
        <TrackRecord company={company} />
      </div>
    </div>
  )
}
