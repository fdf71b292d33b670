import { useQuery } from '@tanstack/react-query'
import {
  ArrowDownToLine,
  ArrowRight,
  FileSignature,
  FileText,
  HandCoins,
  Hourglass,
  Send,
  ShieldCheck,
  Store,
  Tags,
  Upload,
} from 'lucide-react'
import { Link, Navigate } from 'react-router'
import { orpc } from '@/lib/api/api.ts'
import { useRememberSample } from '@/lib/session/last-sample.ts'
import { onlySideOf } from '@/lib/session/only-side.ts'
import { useAuth } from '@/lib/session/session.tsx'
import { paths } from '@/paths.ts'
import { accessNotice } from './access-notice.ts'
import { AwaitApproval } from './await-approval.tsx'
import { ChooserArt } from './chooser-art.tsx'
import { ChooserCard } from './chooser-card.tsx'
import { useFreshRoles } from './use-fresh-roles.ts'

const clientItems = [
  { icon: FileText, label: 'Post procurement requests' },
  { icon: Tags, label: 'Browse vendor offers' },
  { icon: FileSignature, label: 'Track contract progress' },
  { icon: ArrowDownToLine, label: 'Download datasets' },
]
const vendorItems = [
  { icon: Store, label: 'Browse procurement requests' },
  { icon: Send, label: 'Submit competitive offers' },
  { icon: Upload, label: 'Upload datasets securely' },
  { icon: HandCoins, label: 'Track payments' },
]

const dashboardOf = { client: paths.clientDashboard, vendor: paths.vendorDashboard }

const waitMs = 10_000

export function DashboardChooser() {
  const { profile, isStaff, roles } = useAuth()
  const viewer = useQuery({
    ...orpc.organizations.viewer.queryOptions(),
    // An approval comes as an event; while the stream is away, it is asked for.
    refetchInterval: ({ state }) => (state.data?.membership === 'pending' ? waitMs : false),
  }).data
  useFreshRoles(viewer?.roles)
  useRememberSample(viewer && (viewer.organization?.isSample ?? false))
  const side = isStaff ? null : onlySideOf(viewer)
  // The guard of the dashboard reads the roles in the token, which follow the viewer.
  if (side && roles.some((role) => role === side || role === 'admin'))
    return <Navigate to={dashboardOf[side]} replace />
  if (viewer?.membership === 'pending' && profile?.organization) return <AwaitApproval />
  const name = profile?.first_name
  const notice = isStaff ? null : accessNotice(viewer, profile)
  return (
    <>
      <h1 className="display text-3xl">
        {name ? `Welcome, ${name}. Choose a dashboard.` : 'Welcome. Choose a dashboard.'}
      </h1>
      <p className="mt-2 min-h-11 text-md text-muted-foreground sm:min-h-0">
        {viewer?.organization && `${viewer.organization.name} ${abilities(viewer.organization)}. `}
        Pick where you want to work now.
      </p>
      {notice && (
        <p
          role="status"
          className="mt-6 flex gap-3 rounded-md border border-brass-line bg-st-warn-bg px-4 py-3 font-medium text-base text-st-warn-fg"
        >
          <Hourglass className="mt-px size-[18px] shrink-0" aria-hidden />
          {notice}
        </p>
      )}
      <div className="mt-8 grid gap-5 md:grid-cols-2">
        <ChooserCard
          to={paths.clientDashboard}
          title="Client Dashboard"
          description="Buy synthetic data"
          art={<ChooserArt kind="curve" />}
          items={clientItems}
        />
        <ChooserCard
          to={paths.vendorDashboard}
          title="Vendor Dashboard"
          description="Supply synthetic data"
          art={<ChooserArt kind="hatch" />}
          items={vendorItems}
        />
        {isStaff && <StaffCard />}
      </div>
      <p className="mt-6 text-base text-muted-foreground">
        You can switch dashboards at any time from the top bar.
      </p>
    </>
  )
}

function abilities({ isClient, isVendor }: { isClient: boolean; isVendor: boolean }) {
  if (isClient && isVendor) return 'can buy and sell'
  return isClient ? 'can buy' : 'can sell'
}

function StaffCard() {
  return (
    <Link
      to={paths.staff}
      className="group card flex items-center gap-4 p-5 transition-colors hover:border-input md:col-span-2 md:px-6"
    >
      <span
        aria-hidden
        className="grid size-9 shrink-0 place-items-center rounded-sm bg-muted text-muted-foreground"
      >
        <ShieldCheck className="size-5" />
      </span>
      <div className="flex-1">
        <h2 className="font-semibold text-lg">Compliance review</h2>
        <p className="text-base text-muted-foreground">Applications, disputes, money and support</p>
      </div>
      <ArrowRight
        className="size-4 shrink-0 text-muted-foreground transition-transform group-hover:translate-x-0.5"
        aria-hidden
      />
    </Link>
  )
}
