import type { Membership, Viewer } from '@semblance/contract'
import type { Profile } from '@/lib/session/account.ts'

const texts: Record<Exclude<Membership, 'active'>, string> = {
  pending: "Your access is awaiting your organization's approval",
  deactivated: 'Your organization has ended your access',
  rejected: 'Your organization has not approved your access',
}

/** Returns the reason for which a signed-in user cannot work yet, or no longer; null when they can. */
export function accessNotice(
  viewer: Viewer | undefined,
  profile: Pick<Profile, 'organization' | 'membership' | 'email'> | null,
): string | null {
  const membership = viewer?.membership ?? profile?.membership
  if (!membership) return null
  if (membership !== 'active')
    return profile && !profile.organization
      ? `You belong to no organization yet. Ask its administrator to invite ${profile.email}.`
      : texts[membership]
  // Known as a member, yet without an organization: staff have suspended or terminated it.
  return viewer && !viewer.organization
    ? "Your organization's access to Semblance has been suspended"
    : null
}
